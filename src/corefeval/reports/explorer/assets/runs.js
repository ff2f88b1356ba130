/* The words of a sentence cut into runs: stretches of text that the same mentions cover. */

import { covers, joined, textOf } from "./document.js";
import { badge, button, element } from "./elements.js";
import { agreement, passes } from "./filters.js";
import { TWO, family, isRight, meaningOfCarried, meaningOfClass, meaningOfDecision } from "./payload.js";
import { select, selectNext } from "./selection.js";
import { judgement, state } from "./state.js";

/** @import {Child} from "./elements.js" */
/** @import {Mention, Side} from "./document.js" */

const LONG_WORD = 30;
const LANE = 4;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;

/**
 * The lane of each mention. Inner ones get the lanes near the text; two that overlap, nested or crossing, never share one.
 * @param {Mention[]} mentions
 */
function lanesOf(mentions) {
  /** @type {Map<Mention, number>} */
  const lanes = new Map();
  /** @type {Mention[][]} */
  const taken = [];
  const length = (/** @type {Mention} */ mention) => mention.last - mention.first;
  for (const mention of [...mentions].sort((a, b) => length(a) - length(b) || a.first - b.first || a.index - b.index)) {
    const free = taken.findIndex((others) =>
      others.every((other) => other.first > mention.last || mention.first > other.last),
    );
    const lane = free < 0 ? taken.length : free;
    taken[lane] = [...(taken[lane] ?? []), mention];
    lanes.set(mention, lane);
  }
  return { lanes, depth: taken.length };
}

/** A sentence of one side while it is drawn. */
class Sentence {
  /**
   * @param {Side} side
   * @param {number} sentence
   */
  constructor(side, sentence) {
    this.side = side;
    this.from = side.starts[sentence];
    this.to = side.starts[sentence + 1];
    this.mentions = side.bySentence[sentence];
    const { lanes, depth } = lanesOf(this.mentions);
    this.lanes = lanes;
    this.depth = depth;
  }

  /** Where the mentions that cover the text change. */
  edges() {
    const { from, to } = this;
    const cuts = new Set([from, to]);
    for (const mention of this.mentions) {
      for (const [first, last] of mention.parts) {
        if (first >= to || last < from) continue;
        cuts.add(Math.max(first, from));
        cuts.add(Math.min(last + 1, to));
      }
      if (mention.last < to) cuts.add(Math.max(mention.last, from));
    }
    for (let node = from; node < to; node += 1) {
      if (this.side.empty.has(node)) cuts.add(node).add(node + 1);
    }
    return [...cuts].sort((a, b) => a - b);
  }

  /** @returns {Child[]} */
  pieces() {
    const edges = this.edges();
    return edges.slice(0, -1).flatMap((first, position) => {
      const next = edges[position + 1];
      if (this.side.empty.has(first) && !this.mentions.some((mention) => covers(mention, first))) return [];
      const spaced = next < this.to && !this.side.tight.has(next - 1);
      return [...this.run(first, next), spaced && this.space(next)];
    });
  }

  /**
   * Mentions of a run, inner ones first.
   * @param {(mention: Mention) => boolean} test
   */
  those(test) {
    return this.mentions.filter(test).sort((a, b) => this.lane(a) - this.lane(b));
  }

  /** @param {Mention} mention */
  lane(mention) {
    return this.lanes.get(mention) ?? 0;
  }

  /**
   * The space between two runs belongs to the mentions that go on.
   * @param {number} next
   */
  space(next) {
    const inside = this.those((mention) => covers(mention, next - 1) && covers(mention, next));
    const bridged = this.mentions.filter(
      (mention) => mention.first < next && next <= mention.last && !inside.includes(mention),
    );
    if (!inside.length && !bridged.length) return " ";
    return this.piece(inside, bridged, next, next, [" "], false);
  }

  /**
   * @param {number} first
   * @param {number} next
   * @returns {Child[]}
   */
  run(first, next) {
    const inside = this.those((mention) => covers(mention, first));
    const bridged = this.mentions.filter(
      (mention) => mention.parts.length > 1 && mention.first < first && first < mention.last && !covers(mention, first),
    );
    const content = this.content(first, next - 1);
    if (!inside.length && !bridged.length) return content;
    const piece = this.piece(inside, bridged, first, next, content, true);
    if (this.side.empty.has(first)) {
      piece.classList.add("zero");
      piece.title = "zero: nothing is said here";
    }
    const stars = inside.filter((mention) => mention.first === first && mention.dominant).map(star);
    const whole = [...stars, piece, ...inside.filter((mention) => mention.last === next - 1).map(tag)];
    const oneWord = next - first === 1 && this.side.forms[first].length < LONG_WORD;
    return whole.length > 1 && oneWord ? [element("span", { class: "together" }, ...whole)] : whole;
  }

  /**
   * Words as text; one that holds characters which turn the direction of writing turns itself alone.
   * @param {number} first
   * @param {number} last
   * @returns {Child[]}
   */
  content(first, last) {
    const text = joined(this.side, first, last);
    if (!BIDI_CONTROLS.test(text)) return marked(text);
    /** @type {Child[]} */
    const pieces = [];
    for (let node = first; node <= last; node += 1) {
      const word = joined(this.side, node, node);
      if (BIDI_CONTROLS.test(word)) pieces.push(element("bdi", {}, ...marked(word)));
      else pieces.push(...marked(word));
      if (node < last && !this.side.tight.has(node)) pieces.push(" ");
    }
    return pieces;
  }

  /**
   * @param {Mention[]} inside
   * @param {Mention[]} bridged
   * @param {number} first
   * @param {number} next
   * @param {Child[]} content
   * @param {boolean} ended whether mentions begin and end here
   */
  piece(inside, bridged, first, next, content, ended) {
    const piece = element("span", { class: "run", "data-first": first, "data-next": next }, ...content);
    if (inside.length) {
      piece.dataset.m = inside.map((mention) => mention.id).join(" ");
      piece.addEventListener("click", () => selectNext(inside));
    }
    const layers = [
      ...inside.map((mention) =>
        this.line(mention, false, ended && mention.first === first, ended && mention.last === next - 1),
      ),
      ...bridged.map((mention) => this.line(mention, true, false, false)),
      ...this.tint(inside.find(passes)),
    ];
    piece.style.backgroundImage = layers.map((one) => one.image).join(", ");
    piece.style.backgroundSize = layers.map((one) => one.size).join(", ");
    piece.style.backgroundPosition = layers.map((one) => one.place).join(", ");
    return piece;
  }

  /**
   * The line of a mention: a layer of the run's background, so that a run may break over lines of text.
   * @param {Mention} mention
   * @param {boolean} isGap
   * @param {boolean} opens
   * @param {boolean} closes
   */
  line(mention, isGap, opens, closes) {
    const { hue } = mention.entity;
    const full = hue === null ? "var(--alone)" : `oklch(var(--line) ${hue})`;
    const color = passes(mention) ? full : "var(--faint)";
    const dashes = hue === null ? [4, 7] : null;
    const dots = isGap ? [1.5, 5] : dashes;
    const from = opens ? 2 : 0;
    const until = closes ? 2 : 0;
    return {
      image: dots
        ? `repeating-linear-gradient(90deg, ${color} 0 ${dots[0]}px, transparent ${dots[0]}px ${dots[1]}px)`
        : `linear-gradient(${color}, ${color})`,
      size: `calc(100% - ${from + until}px) 2px`,
      place: `${from}px calc(100% - ${(this.depth - 1 - this.lane(mention)) * LANE}px)`,
    };
  }

  /** @param {Mention | undefined} mention */
  tint(mention) {
    if (!mention) return [];
    const { hue } = mention.entity;
    const image =
      hue === null
        ? "repeating-linear-gradient(135deg, var(--hatch) 0 1.5px, transparent 1.5px 6px)"
        : `linear-gradient(oklch(var(--tint) ${hue}), oklch(var(--tint) ${hue}))`;
    return [{ image, size: `100% calc(100% - ${this.depth * LANE}px)`, place: "0px 0px" }];
  }
}

const star = () => element("span", { class: "star", "aria-hidden": "true", title: "dominant mention" }, "★");

/**
 * A cell: a sentence as one side has it.
 * @param {Side} side
 * @param {number} number of the side
 * @param {number} sentence
 */
export function cell(side, number, sentence) {
  const drawn = new Sentence(side, sentence);
  return element(
    "p",
    { class: "cell", dir: "auto", "data-side": number, style: { "--lanes": drawn.depth } },
    element("span", { class: "side-name", dir: "ltr" }, number ? side.letter : "Key"),
    ...drawn.pieces(),
  );
}

/** @param {Mention} mention */
function tag(mention) {
  const pass = passes(mention);
  const { hue, name } = mention.entity;
  return button(
    {
      class: `tag${pass ? "" : " dim"}${hue === null ? " alone" : ""}`,
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
    ...(pass ? badges(mention) : []),
  );
}

/** What stands for the ways in which a mention is carried with a change. @type {Record<string, string>} */
const CARRIED = { outward: "↔", "in part": "½", lost: "∉" };

/**
 * Every mention that did not fare well has a badge: of its errors, or of the decision where it is part of none.
 * @param {Mention} mention
 */
function badges(mention) {
  const { classes, decision } = judgement(mention);
  const found = classes.map((kind) => badge(kind.badge, family(kind)));
  if (!found.length && decision && !isRight(decision)) found.push(badge(decisionBadge(decision), "decision"));
  const carried = CARRIED[mention.carried];
  if (carried) found.push(badge(carried, "carried"));
  const pair = !mention.side && TWO ? agreement(mention) : "";
  if (pair.startsWith("only")) found.push(badge(pair === "only A right" ? "A✓B✗" : "A✗B✓", "pair"));
  return found;
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
  const parts = [
    `${textOf(mention)}: entity ${mention.entity.name}`,
    mention.dominant ? "dominant" : "",
    ...classes.map((kind) => `${kind.label} (${meaningOfClass(kind)})`),
    decision && `${decision} (${meaningOfDecision(decision)})`,
    mention.carried && `carried ${mention.carried} (${meaningOfCarried(mention.carried)})`,
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
