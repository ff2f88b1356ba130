/* The words of a sentence cut into runs: stretches of text that the same mentions cover. */

import { joined, textOf } from "./document.js";
import { badge, button, element } from "./elements.js";
import { onlyRight, passes } from "./filters.js";
import { LETTERS, TWO, family, isRight, meaningOfCarried, meaningOfClass, meaningOfDecision } from "./payload.js";
import { notesIn, relationTag } from "./relations.js";
import { entityOf, fixedClasses, isFixed, isGone } from "./repairs.js";
import { select, selectNext } from "./selection.js";
import { judgement, state } from "./state.js";

/** @import {Child} from "./elements.js" */
/** @import {Entity, Mention, Note, OneText, OpenDocument, Side, Words} from "./document.js" */

/**
 * A mention in the words that are drawn, with its band below or above them.
 * @typedef {object} Placed
 * @property {Mention} mention
 * @property {[number, number][]} parts
 * @property {number} first
 * @property {number} last
 * @property {boolean} above
 * @property {number} lane
 */

/** A place of a relation in the words that are drawn. @typedef {{note: Note, parts: [number, number][], last: number}} PlacedNote */

const LONG_WORD = 30;
const BAND = 4;
const LANE = 6;
const OUTLINE = 1.25;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * @param {Mention} mention
 * @param {boolean} above
 * @param {number[]} [places] the nodes that its own ones are
 * @returns {Placed}
 */
function placed(mention, above, places) {
  const at = (/** @type {number} */ node) => (places ? places[node] : node);
  return {
    mention,
    parts: mention.parts.map(([first, last]) => [at(first), at(last)]),
    first: at(mention.first),
    last: at(mention.last),
    above,
    lane: 0,
  };
}

/**
 * @param {{parts: [number, number][]}} one
 * @param {number} node
 */
const covers = (one, node) => one.parts.some(([first, last]) => first <= node && node <= last);

/**
 * Gives each its lane. Inner ones get the lanes near the text; two that overlap, nested or crossing, never share one.
 * @param {Placed[]} mentions those on one side of the text
 * @returns {number} how many lanes there are
 */
function takeLanes(mentions) {
  /** @type {Placed[][]} */
  const taken = [];
  const length = (/** @type {Placed} */ one) => one.last - one.first;
  const order = (/** @type {Placed} */ a, /** @type {Placed} */ b) =>
    length(a) - length(b) || a.first - b.first || a.mention.index - b.mention.index;
  for (const one of [...mentions].sort(order)) {
    const free = taken.findIndex((others) => others.every((other) => other.first > one.last || one.first > other.last));
    one.lane = free < 0 ? taken.length : free;
    taken[one.lane] = [...(taken[one.lane] ?? []), one];
  }
  return taken.length;
}

/** The status of a mention: matched, missing in the response, or spurious. @param {Mention} mention */
export function fateOf(mention) {
  if (judgement(mention).partner || isFixed(mention)) return "found";
  return mention.side ? "invented" : "missed";
}

/** The colour of a chain: that of the key entity. @param {Entity} entity */
export const colorOf = ({ hue, tone }) => (hue === null ? "var(--alone)" : `oklch(var(--line-${tone}) ${hue})`);

/** Whether words are in a frame: what leads somewhere does, and the segments that deixis leads to. @param {PlacedNote} one */
const isFramed = ({ note }) => note.leads || note.relation.kind === "discourse deixis";

/** A sentence while it is drawn. */
class Sentence {
  /**
   * @param {Words} words
   * @param {number} sentence
   * @param {Placed[]} mentions
   * @param {PlacedNote[]} notes
   * @param {boolean} isOne whether both sides stand on these words
   */
  constructor(words, sentence, mentions, notes, isOne) {
    this.words = words;
    this.notes = notes;
    this.isOne = isOne;
    this.from = words.starts[sentence];
    this.to = words.starts[sentence + 1];
    this.mentions = mentions;
    this.above = takeLanes(mentions.filter((one) => one.above));
    this.below = takeLanes(mentions.filter((one) => !one.above));
  }

  /** The positions at which the set of covering mentions changes. */
  edges() {
    const { from, to } = this;
    const cuts = new Set([from, to]);
    for (const [first, last] of [...this.mentions, ...this.notes].flatMap((one) => one.parts)) {
      if (first >= to || last < from) continue;
      cuts.add(Math.max(first, from));
      cuts.add(Math.min(last + 1, to));
    }
    for (const one of this.mentions) {
      if (one.last < to) cuts.add(Math.max(one.last, from));
    }
    for (let node = from; node < to; node += 1) {
      if (this.words.empty.has(node)) cuts.add(node).add(node + 1);
    }
    return [...cuts].sort((a, b) => a - b);
  }

  /** @returns {Child[]} */
  pieces() {
    const edges = this.edges();
    return edges.slice(0, -1).flatMap((first, position) => {
      const next = edges[position + 1];
      const isMeant = [...this.mentions, ...this.notes].some((one) => covers(one, first));
      if (this.words.empty.has(first) && !isMeant) return [];
      const spaced = next < this.to && !this.words.tight.has(next - 1);
      return [...this.run(first, next), spaced && this.space(next)];
    });
  }

  /**
   * Mentions of a run, inner ones first, of these those below the text.
   * @param {(one: Placed) => boolean} test
   */
  those(test) {
    return this.mentions.filter(test).sort((a, b) => a.lane - b.lane || Number(a.above) - Number(b.above));
  }

  /**
   * The space between two runs belongs to the mentions that go on.
   * @param {number} next
   */
  space(next) {
    const inside = this.those((one) => covers(one, next - 1) && covers(one, next));
    const bridged = this.mentions.filter((one) => one.first < next && next <= one.last && !inside.includes(one));
    const notes = this.notes.filter((one) => covers(one, next - 1) && covers(one, next));
    if (!inside.length && !bridged.length && !notes.some(isFramed)) return " ";
    const piece = this.piece(inside, bridged, next, next, [" "], false);
    this.frame(piece, notes, -1, -1);
    return piece;
  }

  /**
   * @param {number} first
   * @param {number} next
   * @returns {Child[]}
   */
  run(first, next) {
    const inside = this.those((one) => covers(one, first));
    const bridged = this.mentions.filter(
      (one) => one.parts.length > 1 && one.first < first && first < one.last && !covers(one, first),
    );
    const content = this.content(first, next - 1);
    const notes = this.notes.filter((one) => covers(one, first));
    if (!inside.length && !bridged.length && !notes.length) return content;
    const piece = this.piece(inside, bridged, first, next, content, true);
    if (this.words.empty.has(first)) {
      piece.classList.add("zero");
      piece.title = "zero: nothing is said here";
    }
    this.takeNotes(piece, notes);
    this.frame(piece, notes, first, next - 1);
    const stars = inside.filter((one) => one.first === first && one.mention.dominant && !this.isOne).map(star);
    const ended = new Set(
      notes.filter((one) => one.last === next - 1 && one.note.leads).map(({ note }) => note.relation),
    );
    const whole = [...stars, piece, ...this.tags(inside, bridged, next), ...[...ended].map(relationTag)];
    const oneWord = next - first === 1 && this.words.forms[first].length < LONG_WORD;
    return whole.length > 1 && oneWord ? [element("span", { class: "together" }, ...whole)] : whole;
  }

  /**
   * @param {HTMLElement} piece
   * @param {PlacedNote[]} notes
   */
  takeNotes(piece, notes) {
    if (!notes.length) return;
    const ids = notes.map(({ note }) => note.id);
    piece.dataset.m = [piece.dataset.m ?? "", ...ids].join(" ").trim();
  }

  /**
   * The frame around the words of relations, open where they go on.
   * @param {HTMLElement} piece
   * @param {PlacedNote[]} notes
   * @param {number} first
   * @param {number} last
   */
  frame(piece, notes, first, last) {
    const framed = notes.filter(isFramed);
    if (!framed.length) return;
    const parts = framed.flatMap((one) => one.parts);
    piece.dataset.relations = framed.map(({ note }) => note.relation.id).join(" ");
    piece.classList.add("aside");
    piece.classList.toggle(
      "opens",
      parts.some(([start]) => start === first),
    );
    piece.classList.toggle(
      "closes",
      parts.some(([, end]) => end === last),
    );
    piece.classList.toggle(
      "now",
      framed.some(({ note }) => note.relation.id === state.relation),
    );
  }

  /**
   * The names of the entities whose mentions end here; the bands of those that go on run through them.
   * @param {Placed[]} inside
   * @param {Placed[]} bridged
   * @param {number} next
   * @returns {Child[]}
   */
  tags(inside, bridged, next) {
    const ended = inside.filter((one) => one.last === next - 1).map(({ mention }) => mention);
    if (!ended.length) return [];
    const tags = this.isOne ? stacks(ended) : ended.map((mention) => tag(mention, badgesOf(mention)));
    const open = inside.filter((one) => covers(one, next));
    return open.length || bridged.length ? [this.piece(open, bridged, next, next, tags, false)] : tags;
  }

  /**
   * Words as text; one that holds characters which turn the direction of writing turns itself alone.
   * @param {number} first
   * @param {number} last
   * @returns {Child[]}
   */
  content(first, last) {
    const text = joined(this.words, first, last);
    if (!BIDI_CONTROLS.test(text)) return marked(text);
    /** @type {Child[]} */
    const pieces = [];
    for (let node = first; node <= last; node += 1) {
      const word = joined(this.words, node, node);
      if (BIDI_CONTROLS.test(word)) pieces.push(element("bdi", {}, ...marked(word)));
      else pieces.push(...marked(word));
      if (node < last && !this.words.tight.has(node)) pieces.push(" ");
    }
    return pieces;
  }

  /**
   * @param {Placed[]} inside
   * @param {Placed[]} bridged
   * @param {number} first
   * @param {number} next
   * @param {Child[]} content
   * @param {boolean} ended whether mentions begin and end here
   */
  piece(inside, bridged, first, next, content, ended) {
    const piece = element("span", { class: "run", "data-first": first, "data-next": next }, ...content);
    if (inside.length) {
      const mentions = inside.map(({ mention }) => mention);
      piece.dataset.m = mentions.map((mention) => mention.id).join(" ");
      piece.addEventListener("click", () => selectNext(mentions));
    }
    const layers = [
      ...inside.flatMap((one) => this.band(one, ended && one.first === first, ended && one.last === next - 1)),
      ...bridged.map((one) => this.gap(one)),
      ...this.tint(inside),
    ];
    piece.style.backgroundImage = layers.map((layer) => layer.image).join(", ");
    piece.style.backgroundSize = layers.map((layer) => layer.size).join(", ");
    piece.style.backgroundPosition = layers.map((layer) => layer.place).join(", ");
    return piece;
  }

  /** The distance of its band from the top. @param {Placed} one */
  height({ above, lane }) {
    return above
      ? `${(this.above - 1 - lane) * LANE}px`
      : `calc(100% - ${(this.below - 1 - lane) * LANE + (LANE - BAND) / 2}px)`;
  }

  /**
   * The band of a mention: layers of the run's background, so that a run may break over lines of text. It is filled where
   * both sides have the mention, hollow where the response missed it, hatched where it invented it.
   * @param {Placed} one
   * @param {boolean} opens
   * @param {boolean} closes
   */
  band(one, opens, closes) {
    const { mention } = one;
    const color = passes(mention) ? colorOf(entityOf(mention)) : "var(--faint)";
    const from = opens ? 2 : 0;
    const until = closes ? 2 : 0;
    const place = `${from}px ${this.height(one)}`;
    const size = `calc(100% - ${from + until}px) ${BAND}px`;
    const fate = fateOf(mention);
    if (fate === "missed") {
      const line = `${OUTLINE}px`;
      const edge = { image: `linear-gradient(${color}, ${color})`, size: `${line} ${BAND}px` };
      return [
        ...(opens ? [{ ...edge, place }] : []),
        ...(closes ? [{ ...edge, place: `calc(100% - ${until}px) ${this.height(one)}` }] : []),
        {
          image: `linear-gradient(${color} 0 ${line}, transparent ${line} calc(100% - ${line}), ${color} calc(100% - ${line}))`,
          size,
          place,
        },
      ];
    }
    const stripes = fate === "invented" ? `115deg, ${color} 0 1.5px, transparent 1.5px 4px` : null;
    const dashes = entityOf(mention).hue === null ? `90deg, ${color} 0 5px, transparent 5px 8px` : null;
    const pattern = stripes ?? dashes;
    const image = pattern ? `repeating-linear-gradient(${pattern})` : `linear-gradient(${color}, ${color})`;
    return [{ image, size, place }];
  }

  /** Between the parts of a discontinuous mention. @param {Placed} one */
  gap(one) {
    const color = passes(one.mention) ? colorOf(entityOf(one.mention)) : "var(--faint)";
    return {
      image: `repeating-linear-gradient(90deg, ${color} 0 1.5px, transparent 1.5px 5px)`,
      size: `100% ${BAND}px`,
      place: `0px ${this.height(one)}`,
    };
  }

  /**
   * Words have the tint of the innermost chain that both sides have here; hatching where the response invented it.
   * @param {Placed[]} inside
   */
  tint(inside) {
    const shown = inside.map(({ mention }) => mention).filter(passes);
    const found = shown.find((mention) => fateOf(mention) === "found" && entityOf(mention).hue !== null);
    const hue = found && entityOf(found).hue;
    const other = shown.find((mention) => fateOf(mention) !== "missed");
    if (!found && !other) return [];
    const image = found
      ? `linear-gradient(oklch(var(--tint) ${hue}), oklch(var(--tint) ${hue}))`
      : "repeating-linear-gradient(135deg, var(--hatch) 0 1.5px, transparent 1.5px 6px)";
    const lanes = (this.above + this.below) * LANE;
    return [{ image, size: `100% calc(100% - ${lanes}px)`, place: `0px ${this.above * LANE}px` }];
  }
}

const star = () => element("span", { class: "star", "aria-hidden": "true", title: "dominant mention" }, "★");

/**
 * @param {Note[]} notes
 * @param {number[]} [places]
 * @returns {PlacedNote[]}
 */
const placedNotes = (notes, places) =>
  notes.map((note) => {
    const parts = note.parts.map(
      (part) => /** @type {[number, number]} */ (part.map((node) => (places ? places[node] : node))),
    );
    return { note, parts, last: parts[parts.length - 1][1] };
  });

/**
 * A cell: a sentence as one side has it.
 * @param {OpenDocument} doc
 * @param {number} number of the side
 * @param {number} sentence
 */
export function cell(doc, number, sentence) {
  const side = doc.sides[number];
  const mentions = side.bySentence[sentence]
    .filter((mention) => !isGone(mention))
    .map((mention) => placed(mention, false));
  const isShown = !number || number === state.system + 1;
  const notes = placedNotes(isShown ? notesIn(doc, Math.min(number, 1), sentence) : []);
  return paragraph(new Sentence(side, sentence, mentions, notes, false), number, number ? side.letter : "Key");
}

/**
 * A sentence as one text: the chains of the key below the words, those of the response above them.
 * @param {OneText} text
 * @param {OpenDocument} doc
 * @param {Side} response
 * @param {number} sentence
 */
export function line(text, doc, response, sentence) {
  const mentions = [
    ...doc.sides[0].bySentence[sentence].map((mention) => placed(mention, false, text.places[0])),
    // a missing mention that is fixed is there above the words too
    ...doc.sides[0].bySentence[sentence]
      .filter((mention) => !judgement(mention).partner && isFixed(mention))
      .map((mention) => placed(mention, true, text.places[0])),
    ...response.bySentence[sentence]
      .filter((mention) => !isGone(mention))
      .map((mention) => placed(mention, true, text.places[1])),
  ];
  const notes = [0, 1].flatMap((side) => placedNotes(notesIn(doc, side, sentence), text.places[side]));
  return paragraph(new Sentence(text.words, sentence, mentions, notes, true), 0, "");
}

/**
 * @param {Sentence} sentence
 * @param {number} side
 * @param {string} name of the side
 */
const paragraph = (sentence, side, name) =>
  element(
    "p",
    {
      class: "cell",
      dir: "auto",
      "data-side": side,
      style: {
        "--above": sentence.above,
        "--below": sentence.below,
        "--lanes": Math.max(sentence.above, sentence.below),
      },
    },
    name && element("span", { class: "side-name", dir: "ltr" }, name),
    ...sentence.pieces(),
  );

/**
 * A mention that both sides have stands in one stack.
 * @param {Mention[]} mentions
 */
function stacks(mentions) {
  /** @type {Set<Mention>} */
  const left = new Set(mentions);
  return mentions.flatMap((mention) => {
    if (!left.delete(mention)) return [];
    const { partner } = judgement(mention);
    const other = partner && left.delete(partner) ? partner : null;
    return [mention.side ? stack(other, mention) : stack(mention, other)];
  });
}

/**
 * What the response says of a mention, above what the key says; each error stands where it costs.
 * @param {Mention | null} key
 * @param {Mention | null} response
 */
function stack(key, response) {
  const both = Boolean(key && response);
  return element(
    "span",
    { class: "stack", dir: "ltr" },
    response && tag(response, [isDominant(response), ...badgesOf(response, both ? "precision" : "")]),
    key && tag(key, [isDominant(key), ...badgesOf(key, both ? "recall" : "")]),
  );
}

/** @param {Mention} mention */
const isDominant = (mention) => mention.dominant && star();

/**
 * @param {Mention} mention
 * @param {Child[]} badges
 */
function tag(mention, badges) {
  const pass = passes(mention);
  const { hue, name } = entityOf(mention);
  return button(
    {
      class: `tag ${fateOf(mention)}${mention.side ? " of-response" : ""}${pass ? "" : " dim"}${hue === null ? " alone" : ""}${pass && badges.some(Boolean) && !isRight(judgement(mention).decision) && !isFixed(mention) ? " wrong" : ""}`,
      tabindex: "-1",
      dir: "ltr",
      id: `tag-${mention.id}`,
      "data-mention": mention.id,
      title: describe(mention),
      onclick: (event) => {
        event.stopPropagation();
        select(mention);
      },
      style: hue === null ? {} : { "--hue": hue },
    },
    name,
    ...(pass ? badges : []),
  );
}

/** The sign for each way in which a mention was aligned with a change. @type {Record<string, string>} */
const CARRIED = { outward: "↔", "in part": "½", lost: "∉" };

/**
 * Every mention that did not fare well has a badge: of its errors, or of the decision where it is part of none.
 * @param {Mention} mention
 * @param {string} [half] what is shown of it where the other side's name stands beside it: what costs recall, or precision
 */
function badgesOf(mention, half = "") {
  const { classes: all, decision } = judgement(mention);
  const classes = all.filter((kind) => !fixedClasses().includes(kind));
  const shown = classes.filter((kind) => !half || (family(kind) === "recall") === (half === "recall"));
  const found = shown.map((kind) => badge(kind.badge, family(kind)));
  const decides = !all.length && !isFixed(mention) && half !== "recall" && decision && !isRight(decision);
  if (decides) found.push(badge(decisionBadge(decision), "decision"));
  const carried = CARRIED[mention.carried];
  if (carried) found.push(badge(carried, "carried"));
  const codes = half === "recall" ? "" : codesOf(mention);
  if (codes) found.push(badge(codes, "code"));
  const only = !mention.side && TWO && !isFixed(mention) ? onlyRight(mention) : -1;
  if (only >= 0) {
    const marks = state.versus.map((system) => LETTERS[system] + (system === only ? "✓" : "✗"));
    found.push(badge(marks.join(""), "pair"));
  }
  return found;
}

/** The codes of key and response, if both have one and they differ. @param {Mention} mention */
export function codesOf(mention) {
  const { partner } = judgement(mention);
  if (!mention.code || !partner?.code || mention.code === partner.code) return "";
  const [key, response] = mention.side ? [partner, mention] : [mention, partner];
  return `${key.code}≠${response.code}`;
}

/**
 * WL, FN, FA; N− and N+ for the first mention of an entity that was not found, and of one that the key does not have.
 * @param {string} decision
 */
export function decisionBadge(decision) {
  if (decision === "N-missing") return "N−";
  if (decision === "N-spurious") return "N+";
  return decision.slice(0, 2);
}

/** @param {Mention} mention */
function describe(mention) {
  const { classes, decision } = judgement(mention);
  const codes = codesOf(mention);
  const parts = [
    `${textOf(mention)}: ${mention.side ? "response" : "key"} entity ${mention.entity.name}, ${fateOf(mention)}`,
    mention.dominant ? "dominant" : "",
    ...classes.map((kind) => `${kind.label} (${meaningOfClass(kind)})`),
    decision && `${decision} (${meaningOfDecision(decision)})`,
    mention.carried && `carried ${mention.carried} (${meaningOfCarried(mention.carried)})`,
    codes && `the codes of key and response differ: ${codes}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/**
 * The text with what is sought set off.
 * @param {string} text
 * @returns {Child[]}
 */
function marked(text) {
  const query = state.query.toLowerCase();
  if (!query) return [text];
  const lower = text.toLowerCase();
  /** @type {Child[]} */
  const pieces = [];
  let done = 0;
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, done)) {
    pieces.push(text.slice(done, at), element("mark", {}, text.slice(at, at + query.length)));
    done = at + query.length;
  }
  return [...pieces, text.slice(done)];
}
