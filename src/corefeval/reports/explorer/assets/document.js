/* A document as the page needs it: sides with their mentions and entities; side 0 is the key. */

import { plainDocument } from "./packing.js";
import { CLASSES, DECISIONS, INDEX, LETTERS, OUTCOMES } from "./payload.js";

/** @import {ErrorClass, Parts, RawDocument, RawJudgements, RawMentions, RawReading} from "./payload.js" */

/**
 * The words of one side. Nodes are words and empty nodes; sentence n reaches from starts[n] to starts[n + 1].
 * @typedef {object} Words
 * @property {string[]} forms
 * @property {Set<number>} empty
 * @property {number[]} starts
 * @property {Set<number>} tight nodes that no space follows
 */
/** @typedef {Words & {letter: string, entities: Entity[], mentions: Mention[], bySentence: Mention[][]}} Side */
/**
 * @typedef {object} Entity
 * @property {number} side
 * @property {number} number
 * @property {string} label its id in the file
 * @property {string} name K3, R5
 * @property {Mention[]} mentions by first word, then by last
 * @property {string | null} hue null where it is aligned with no key entity
 * @property {number} tone how dark: neighbours differ in it, for those who do not tell their hues apart
 * @property {Entity | null} aligned
 */
/**
 * @typedef {object} Mention
 * @property {string} id
 * @property {number} side
 * @property {number} index
 * @property {Words} words
 * @property {Entity} entity
 * @property {number} first
 * @property {number} last
 * @property {[number, number][]} parts
 * @property {boolean} dominant
 * @property {string} type
 * @property {string} pos
 * @property {string} ne
 * @property {string} code
 * @property {string} carried how it came to the key's words; of a response only
 * @property {number} sentence of its first node
 * @property {number} lastSentence
 * @property {Judgement[]} judged by system; of a response only its own
 */
/**
 * @typedef {object} Judgement
 * @property {Mention | null} partner
 * @property {ErrorClass[]} classes
 * @property {string} decision
 * @property {number | null} loss
 * @property {string} outcome "" where it is not judged
 * @property {Mention | null} right what it should lead to
 * @property {Mention | null} chosen what it was led to
 */
/**
 * @typedef {object} DocumentError
 * @property {number} number
 * @property {ErrorClass} kind
 * @property {number | null} delta
 * @property {Mention[]} mentions
 * @property {Mention[]} quoted those that stand for it: each once, as the key has it where it does
 */
/**
 * A relation beyond identity, of one system.
 * @typedef {object} Relation
 * @property {string} id
 * @property {string} kind
 * @property {string} outcome
 * @property {string} name what the file calls it
 * @property {Note[]} anaphors in key and response
 * @property {Note[]} right what it leads to in the key
 * @property {Note[]} chosen what it leads to in the response
 */
/**
 * A place in the text that a relation leads from or to.
 * @typedef {object} Note
 * @property {string} id
 * @property {Relation} relation
 * @property {number} side 0 for the key, 1 for the response
 * @property {boolean} leads whether it is the anaphor
 * @property {Parts} parts
 * @property {number} sentence
 * @property {number} lastSentence
 * @property {string} text
 */
/**
 * @typedef {object} OpenDocument
 * @property {number} sentences
 * @property {Side[]} sides
 * @property {DocumentError[][]} errors by system
 * @property {Relation[][]} relations by system
 * @property {Map<string, Mention>} byId
 */

const GOLDEN_ANGLE = 137.508;
const KEPT = 48;
const TONES = 3;

/** The last few documents that were opened. @type {Map<number, Promise<OpenDocument>>} */
const inflated = new Map();

/**
 * @param {number} number
 * @returns {Promise<OpenDocument>}
 */
export function loadDocument(number) {
  const found = inflated.get(number) ?? plainDocument(number).then(readDocument);
  inflated.delete(number);
  inflated.set(number, found);
  for (const oldest of inflated.keys()) if (inflated.size > KEPT) inflated.delete(oldest);
  return found;
}

/**
 * @param {RawDocument} raw
 * @returns {OpenDocument}
 */
export function readDocument(raw) {
  const empty = new Set(raw.z);
  const starts = [...raw.s, raw.w.length];
  const tight = new Set(raw.u);
  const plain = { forms: /** @type {string[]} */ ([]), starts: /** @type {number[]} */ ([]), tight: new Set() };
  let sentence = 0;
  raw.w.forEach((form, node) => {
    for (; starts[sentence] === node; sentence += 1) plain.starts.push(plain.forms.length);
    if (empty.has(node)) return;
    if (tight.has(node)) plain.tight.add(plain.forms.length);
    plain.forms.push(form);
  });
  while (plain.starts.length < starts.length) plain.starts.push(plain.forms.length);
  /** @type {Map<string, Mention>} */
  const byId = new Map();
  const sides = [
    readSide({ forms: raw.w, empty, starts, tight }, 0, raw.k, byId),
    ...raw.r.map((reading, system) =>
      readSide(responseWords(reading, plain.forms, plain.starts, plain.tight), system + 1, reading.m, byId),
    ),
  ];
  sides[0].entities.forEach((entity) => {
    entity.hue = hue(entity.number);
    entity.tone = entity.number % TONES;
  });
  raw.r.forEach((reading, system) => {
    align(sides[0], sides[system + 1], reading, system);
  });
  const errors = raw.r.map((reading, system) => readErrors(sides[0], sides[system + 1], reading));
  const relations = raw.r.map((reading, system) => readRelations(sides[0], sides[system + 1], reading));
  return { sentences: starts.length - 1, sides, errors, relations, byId };
}

/**
 * @param {Side} key
 * @param {Side} response
 * @param {RawReading} reading
 * @returns {Relation[]}
 */
function readRelations(key, response, reading) {
  return (reading.rel ?? []).map(
    ({ c: kind, o: outcome, k: ours, r: theirs, y: rights, v: choices, i: name }, number) => {
      /** @type {Relation} */
      const relation = {
        id: `x${number}`,
        kind: INDEX.relations[kind],
        outcome: INDEX.relation_outcomes[outcome].name,
        name,
        anaphors: [],
        right: [],
        chosen: [],
      };
      /** @type {(letter: string, side: number, leads: boolean) => (parts: Parts, place: number) => Note} */
      const note = (letter, side, leads) => (parts, place) => {
        const words = side ? response : key;
        const text = parts.map(([first, last]) => joined(words, first, last)).join(" … ");
        const [sentence, lastSentence] = [parts[0][0], parts[parts.length - 1][1]].map((node) =>
          sentenceOf(words, node),
        );
        return { id: `x${number}${letter}${place}`, relation, side, leads, parts, sentence, lastSentence, text };
      };
      if (ours.length) relation.anaphors.push(note("k", 0, true)(ours, 0));
      if (theirs.length) relation.anaphors.push(note("a", 1, true)(theirs, 0));
      relation.right = rights.map(note("r", 0, false));
      relation.chosen = choices.map(note("c", 1, false));
      return relation;
    },
  );
}

/**
 * The words of the response with its own empty nodes.
 * @param {RawReading} reading
 * @param {string[]} keyWords
 * @param {number[]} wordStarts
 * @param {Set<unknown>} tightWords
 * @returns {Words}
 */
function responseWords(reading, keyWords, wordStarts, tightWords) {
  const words = reading.w ?? keyWords;
  const zeros = reading.z ?? [];
  /** @type {Words} */
  const side = { forms: [], empty: new Set(), starts: [], tight: new Set() };
  let zero = 0;
  /** @type {(word: number, opening: boolean) => void} */
  const takeZeros = (word, opening) => {
    for (; zero < zeros.length && zeros[zero][0] === word && Boolean(zeros[zero][2]) === opening; zero += 1) {
      side.empty.add(side.forms.length);
      side.forms.push(zeros[zero][1]);
    }
  };
  for (let word = 0, sentence = 0; word <= words.length; word += 1) {
    takeZeros(word, false);
    for (; sentence < wordStarts.length - 1 && wordStarts[sentence] === word; sentence += 1) {
      side.starts.push(side.forms.length);
    }
    takeZeros(word, true);
    if (word === words.length) break;
    if (tightWords.has(word)) side.tight.add(side.forms.length);
    side.forms.push(words[word]);
  }
  while (side.starts.length < wordStarts.length) side.starts.push(side.forms.length);
  side.starts[0] = 0;
  return side;
}

/**
 * @param {Words} words
 * @param {number} number
 * @param {RawMentions} raw
 * @param {Map<string, Mention>} byId
 * @returns {Side}
 */
function readSide(words, number, raw, byId) {
  const prefix = number ? String.fromCharCode(96 + number) : "k";
  const letter = number ? LETTERS[number - 1] : "K";
  /** @type {Map<number, [number, number][]>} */
  const parts = new Map();
  for (const [mention, first, last] of raw.p ?? []) parts.set(mention, [...(parts.get(mention) ?? []), [first, last]]);
  const dominant = new Set(raw.d);
  const entities = raw.i.map(
    (label, entity) =>
      /** @type {Entity} */ ({
        side: number,
        number: entity,
        label,
        name: letter + entity,
        mentions: [],
        hue: null,
        tone: 0,
        aligned: null,
      }),
  );
  const mentions = raw.e.map((entity, index) => {
    const first = raw.f[index];
    const last = first + raw.l[index];
    /** @type {Mention} */
    const mention = {
      id: prefix + index,
      side: number,
      index,
      words,
      entity: entities[entity],
      first,
      last,
      parts: parts.get(index) ?? [[first, last]],
      dominant: dominant.has(index),
      type: raw.t ? INDEX.types[raw.t[index]] : "",
      pos: raw.o ? INDEX.pos[raw.o[index]] : "",
      ne: raw.n ? INDEX.ne[raw.n[index]] : "",
      code: raw.c ? INDEX.codes[raw.c[index]] : "",
      carried: raw.y ? INDEX.carried[raw.y[index]].name : "",
      sentence: sentenceOf(words, first),
      lastSentence: sentenceOf(words, last),
      judged: [],
    };
    mention.entity.mentions.push(mention);
    byId.set(mention.id, mention);
    return mention;
  });
  // a chain is in the order in which decisions are made: of mentions that begin together the shorter one is before the longer
  for (const entity of entities) entity.mentions.sort((a, b) => a.first - b.first || a.last - b.last);
  const bySentence = words.starts.slice(1).map(() => /** @type {Mention[]} */ ([]));
  for (const mention of mentions) {
    for (let sentence = mention.sentence; sentence <= mention.lastSentence; sentence += 1) {
      bySentence[sentence].push(mention);
    }
  }
  return { ...words, letter, entities, mentions, bySentence };
}

/**
 * Partners, judgements and hues. A response entity has the hue of the key entity it is aligned with.
 * @param {Side} key
 * @param {Side} response
 * @param {RawReading} reading
 * @param {number} system
 */
function align(key, response, reading, system) {
  /** @type {[Mention[], Mention[]]} */
  const targets = [key.mentions, response.mentions];
  judge(key.mentions, reading.k, response.mentions, system, targets);
  judge(response.mentions, reading.q, key.mentions, system, targets);
  response.entities.forEach((entity, number) => {
    entity.aligned = key.entities[reading.a[number]] ?? null;
    entity.hue = entity.aligned?.hue ?? null;
    entity.tone = entity.aligned?.tone ?? 0;
  });
}

/**
 * @param {Mention[]} mentions
 * @param {RawJudgements} columns
 * @param {Mention[]} others
 * @param {number} system
 * @param {[Mention[], Mention[]]} targets the mentions of key and response
 */
function judge(mentions, columns, others, system, targets) {
  mentions.forEach((mention, index) => {
    mention.judged[system] = {
      partner: others[columns.g[index]] ?? null,
      classes: CLASSES.filter((_, position) => columns.b[index] & (1 << position)),
      decision: DECISIONS[columns.k[index]] ?? "",
      loss: columns.x ? columns.x[index] : null,
      outcome: OUTCOMES[(columns.o?.[index] ?? 0) - 1] ?? "",
      right: targets[0][columns.y?.[index] ?? -1] ?? null,
      chosen: targets[1][columns.v?.[index] ?? -1] ?? null,
    };
  });
}

/**
 * @param {Side} key
 * @param {Side} response
 * @param {RawReading} reading
 * @returns {DocumentError[]}
 */
function readErrors(key, response, reading) {
  const { c: kinds, n: sizes, k: keys, r: responses, x: deltas } = reading.err;
  let end = 0;
  return kinds.map((kind, number) => {
    const start = end;
    end += sizes[number];
    /** @type {(rows: number[], side: Side) => (Mention | undefined)[]} */
    const pick = (rows, side) => rows.slice(start, end).map((index) => side.mentions[index]);
    const ours = pick(keys, key);
    const theirs = pick(responses, response);
    const others = CLASSES[kind].name === "span_error" ? theirs : theirs.filter((_, row) => !ours[row]);
    /** @type {(...lists: (Mention | undefined)[][]) => Mention[]} */
    const there = (...lists) => lists.flat().filter((mention) => mention !== undefined);
    return {
      number,
      kind: CLASSES[kind],
      delta: deltas[number],
      mentions: there(ours, theirs),
      quoted: there(ours, others),
    };
  });
}

/**
 * The words that two sides share as one text, with the zeros of both; zeros that stand in one place are one.
 * Null where they have not the same words.
 * @typedef {object} OneText
 * @property {Words} words
 * @property {number[][]} places for each of the two sides the node of the text that each of its nodes is
 */
/** By the side that is put beside the key. @type {WeakMap<Side, OneText | null>} */
const merged = new WeakMap();

/**
 * @param {Side} key
 * @param {Side} response
 * @returns {OneText | null}
 */
export function oneText(key, response) {
  const known = merged.get(response);
  if (known !== undefined) return known;
  const made = merge(key, response);
  merged.set(response, made);
  return made;
}

/**
 * @param {Side} key
 * @param {Side} response
 * @returns {OneText | null}
 */
function merge(key, response) {
  /** @type {OneText} */
  const text = { words: { forms: [], empty: new Set(), starts: [], tight: new Set() }, places: [[], []] };
  const { words, places } = text;
  const sides = [key, response];
  for (let sentence = 0; sentence < key.starts.length - 1; sentence += 1) {
    words.starts.push(words.forms.length);
    const at = sides.map((side) => side.starts[sentence]);
    const ends = sides.map((side) => side.starts[sentence + 1]);
    while (at[0] < ends[0] || at[1] < ends[1]) {
      const zeros = sides.map((side, place) => at[place] < ends[place] && side.empty.has(at[place]));
      const isZero = zeros.includes(true);
      if (!isZero && at.some((node, place) => node >= ends[place])) return null;
      const taken = isZero ? zeros : [true, true];
      const node = words.forms.length;
      const from = taken[0] ? 0 : 1;
      words.forms.push(sides[from].forms[at[from]]);
      if (isZero) words.empty.add(node);
      if (sides[from].tight.has(at[from])) words.tight.add(node);
      for (const place of [0, 1]) {
        if (!taken[place]) continue;
        places[place].push(node);
        at[place] += 1;
      }
    }
  }
  words.starts.push(words.forms.length);
  return text;
}

/** @param {number} entity */
const hue = (entity) => ((entity * GOLDEN_ANGLE) % 360).toFixed(1);

/**
 * @param {Words} words
 * @param {number} node
 */
export function sentenceOf(words, node) {
  let low = 0;
  let high = words.starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (words.starts[middle] <= node) low = middle;
    else high = middle;
  }
  return low;
}

/** @param {Mention} mention */
export const textOf = (mention) => mention.parts.map(([first, last]) => joined(mention.words, first, last)).join(" … ");

/** Words on either side of a mention in a card. */
const AROUND = 7;

/** A mention in its context: the words before it, its own and those behind. @param {Mention} mention @returns {[string, string, string]} */
export function contextOf(mention) {
  const { words, first, last } = mention;
  /** @type {(from: number, to: number) => string} */
  const text = (from, to) => (from < to ? joined(words, from, to - 1) : "");
  return [
    text(Math.max(0, first - AROUND), first),
    textOf(mention),
    text(last + 1, Math.min(words.forms.length, last + 1 + AROUND)),
  ];
}

/** @param {Entity} entity its dominant mention, or its first */
export const textOfEntity = (entity) =>
  textOf(entity.mentions.find((mention) => mention.dominant) ?? entity.mentions[0]);

/**
 * @param {Words} words
 * @param {number} first
 * @param {number} last
 */
export function joined(words, first, last) {
  let text = "";
  for (let node = first; node <= last; node += 1) {
    text += shown(words, node);
    if (node < last && !words.tight.has(node)) text += " ";
  }
  return text;
}

/**
 * @param {Words} words
 * @param {number} node
 */
function shown(words, node) {
  const form = words.forms[node];
  return words.empty.has(node) && (form === "" || form === "_") ? "∅" : form;
}

/**
 * The mentions of its chain, and those that the other sides have in their place.
 * @param {Mention} mention
 */
export function chainOf(mention) {
  const related = new Set(mention.entity.mentions);
  for (const one of mention.entity.mentions) {
    for (const judged of one.judged) if (judged?.partner) related.add(judged.partner);
  }
  return related;
}
