/* The inspector: what is known of the selected mention, and the errors of the document. */

import { antecedentsOf, inSentence } from "./antecedents.js";
import { classRow } from "./charts.js";
import { textOf } from "./document.js";
import { badge, button, byId, element, name, quote, replace, said } from "./elements.js";
import { exampleOf } from "./lines.js";
import { plural, points, signed, sum } from "./numbers.js";
import {
  CLASSES,
  DOCUMENTS,
  INDEX,
  LETTERS,
  TWO,
  family,
  meaningOfCarried,
  meaningOfClass,
  meaningOfCode,
  meaningOfDecision,
  meaningOfOutcome,
} from "./payload.js";
import { relationInWords, textOfRelation } from "./relations.js";
import { codesOf } from "./runs.js";
import { select } from "./selection.js";
import { errorsOf, judgement, relationsOf, state } from "./state.js";

/** @import {Child} from "./elements.js" */
/** @import {DocumentError, Entity, Judgement, Mention, OpenDocument, Relation} from "./document.js" */
/** @import {ErrorClass} from "./payload.js" */

const LISTED = 60;

/** @param {OpenDocument} doc */
export function drawInspector(doc) {
  const { mention } = state;
  const relation = relationsOf(doc).find(({ id }) => id === state.relation);
  if (mention) replace(byId("details"), ...details(doc, mention));
  else if (relation) replace(byId("details"), ...relationDetails(relation));
  else replace(byId("details"), element("h2", {}, "Inspector"), element("p", { class: "note" }, advice(doc)));
}

/** The advice that is shown while nothing is selected. @param {OpenDocument} doc */
function advice(doc) {
  if (!doc.sides.some((side) => side.mentions.length)) return "This document has no mentions.";
  const choose = errorsOf(doc).length
    ? "Choose a mention, or press j for the first error."
    : "This document has no errors. Choose a mention to see its chain.";
  return `${choose} Bands are chains: the colour is that of the key entity on all sides; grey and dashed where a response entity has no counterpart. ★ is the dominant mention of a chain.`;
}

/** @param {Relation} relation */
const relationDetails = (relation) => [
  element("h2", {}, relation.kind[0].toUpperCase() + relation.kind.slice(1)),
  element("p", { class: "quote", dir: "auto" }, textOfRelation(relation)),
  element(
    "p",
    { class: `verdict ${relation.outcome.startsWith("right") ? "right" : "wrong"}` },
    ...relationInWords(relation),
  ),
  relation.name && element("p", { class: "note" }, "Relation: ", name(relation.name)),
];

/**
 * @param {OpenDocument} doc
 * @param {Mention} mention
 * @returns {Child[]}
 */
function details(doc, mention) {
  const { partner } = judgement(mention);
  const errors = errorsOf(doc).filter((error) => error.mentions.includes(mention));
  const response = TWO && mention.side ? `Response ${LETTERS[mention.side - 1]}` : "Response";
  const [here, there] = mention.side ? ["response", "key"] : ["key", "response"];
  return [
    element("h2", {}, mention.side ? response : "Key"),
    element("p", { class: "quote", dir: "auto" }, textOf(mention)),
    ...verdicts(mention),
    element(
      "dl",
      {},
      ...facts(mention).flatMap(([term, ...values]) => [element("dt", {}, term), element("dd", {}, ...values)]),
    ),
    errors.length > 0 && element("ul", { class: "errors" }, ...errors.map(errorItem)),
    chainList(`Chain of the ${here}`, mention.entity),
    partner
      ? chainList(`Chain of the ${there}`, partner.entity)
      : element("p", { class: "note" }, `The ${there} has no such mention.`),
  ];
}

/**
 * What the system chose and what is right, in a sentence; of a key mention that of each system, once for those that chose the same.
 * @param {Mention} mention
 */
function verdicts(mention) {
  const said = mention.judged.flatMap((judged, system) => {
    if (!judged?.decision) return [];
    const found = antecedentsOf(mention, system);
    const { decision, chosen, right } = found;
    return [{ system, found, what: [decision, chosen?.first, chosen?.last, right?.id].join(" ") }];
  });
  return alike(said).map(([{ found }, systems]) => {
    const letters = TWO && !mention.side ? `${lettersOf(systems)}: ` : "";
    return element("p", { class: `verdict ${found.isRight ? "right" : "wrong"}` }, letters, ...inSentence(found, link));
  });
}

/**
 * What is said of several systems, once for those of whom the same is said, with their numbers.
 * @template {{system: number, what: string}} T
 * @param {T[]} said
 * @returns {[T, number[]][]}
 */
function alike(said) {
  /** @type {Map<string, [T, number[]]>} */
  const groups = new Map();
  for (const one of said) {
    const group = groups.get(one.what) ?? [one, []];
    groups.set(one.what, group);
    group[1].push(one.system);
  }
  return [...groups.values()];
}

/** @param {number[]} systems */
const lettersOf = (systems) => systems.map((system) => LETTERS[system]).join(", ");

/** @param {Mention} mention */
const link = (mention) =>
  button(
    { class: "link", onclick: () => select(mention) },
    quote(textOf(mention)),
    element("span", { class: "note" }, ` (${mention.sentence + 1})`),
  );

/**
 * Terms and what is said of each.
 * @param {Mention} mention
 * @returns {[string, ...Child[]][]}
 */
function facts(mention) {
  const { entity, judged } = mention;
  const place = entity.mentions.indexOf(mention) + 1;
  const features = [mention.type, mention.pos, mention.ne].filter(Boolean).join(" · ");
  const { decision, loss } = judgement(mention);
  /** @type {[string, ...Child[]][]} */
  const rows = [
    [
      "Entity",
      entity.name,
      ...(entity.label ? [" (", name(entity.label), ")"] : []),
      `, mention ${place} of ${entity.mentions.length}${mention.dominant ? ", dominant ★" : ""}`,
    ],
  ];
  if (features) rows.push(["Features", name(features)]);
  rows.push(...codeRows(mention));
  const carried = (mention.side ? mention : judgement(mention).partner)?.carried;
  if (carried) rows.push(["Carried", `${carried}: ${meaningOfCarried(carried)}`]);
  if (TWO && !mention.side) {
    const made = judged.map(({ decision: each }, system) => ({ system, what: inWords(each) }));
    for (const [{ what }, systems] of alike(made)) rows.push([`Decision ${lettersOf(systems)}`, what]);
  } else if (decision) rows.push(["Decision", inWords(decision)]);
  const became = judged.flatMap((each, system) => {
    const what = [each.outcome, each.chosen?.first, each.chosen?.last, each.right?.id].join(" ");
    return each.outcome ? [{ system, what, each }] : [];
  });
  for (const [{ each }, systems] of alike(became)) {
    rows.push(...outcome(each, TWO && !mention.side ? ` ${lettersOf(systems)}` : ""));
  }
  if (loss) rows.push(["Loss", `${points(loss)} points, its share of ${mention.side ? "precision" : "recall"}`]);
  return rows;
}

/**
 * The type code in words; both where key and response differ.
 * @param {Mention} mention
 * @returns {[string, ...Child[]][]}
 */
function codeRows(mention) {
  const { partner } = judgement(mention);
  /** @type {(term: string, code: string) => [string, ...Child[]]} */
  const coded = (term, code) => [term, name(code), meaningOfCode(code) && `: ${meaningOfCode(code)}`];
  if (!codesOf(mention) || !partner) return mention.code ? [coded("Code", mention.code)] : [];
  const [key, response] = mention.side ? [partner, mention] : [mention, partner];
  return [coded("Code, key", key.code), coded("Code, response", response.code)];
}

/**
 * What became of a mention, and what it leads to.
 * @param {Judgement} judged
 * @param {string} letter of the system, or of all of which it holds, where there are several
 * @returns {[string, ...Child[]][]}
 */
const outcome = ({ outcome: found, chosen, right }, letter) => [
  [`${INDEX.outcome_metric}${letter}`, `${found}: ${meaningOfOutcome(found)}`],
  [`System chose${letter}`, chosen ? quote(textOf(chosen)) : `no ${INDEX.leads_to}`],
  ["Right is", right ? quote(textOf(right)) : `no ${INDEX.leads_to}`],
];

/** @param {string} decision */
const inWords = (decision) => (decision ? `${decision}: ${meaningOfDecision(decision)}` : "–");

/** @param {DocumentError} error */
const errorItem = ({ kind, delta }) =>
  element(
    "li",
    {},
    badge(kind.badge, family(kind)),
    ` ${kind.label}: ${meaningOfClass(kind)}`,
    delta !== null && element("b", {}, ` ${signed(delta)} if repaired`),
  );

/**
 * @param {string} title
 * @param {Entity} entity
 */
function chainList(title, entity) {
  const rest = entity.mentions.length - LISTED;
  return element(
    "div",
    { class: "chain-list" },
    element("h3", {}, `${title}: ${entity.name}`),
    element("ol", {}, ...entity.mentions.slice(0, LISTED).map(chainItem)),
    rest > 0 && element("p", { class: "note" }, `and ${rest} more`),
  );
}

/** @param {Mention} mention */
function chainItem(mention) {
  const isHere = mention === state.mention;
  const { partner } = judgement(mention);
  const unmatched = mention.side ? "spurious" : "missing";
  return element(
    "li",
    {},
    button(
      { class: isHere && "now", "aria-current": isHere && "true", onclick: () => select(mention) },
      element("span", { class: "line" }, String(mention.sentence + 1)),
      mention.dominant && element("span", { class: "star", "aria-hidden": "true" }, "★"),
      mention.dominant && said("dominant"),
      quote(textOf(mention)),
      element("span", { class: "other" }, partner ? partner.entity.name : unmatched),
    ),
  );
}

/** The errors of the document by class and type of mention. @param {OpenDocument} doc */
export function drawLosses(doc) {
  const types = [...INDEX.types.filter(Boolean), "unknown"];
  const typeOf = (/** @type {DocumentError} */ error) => error.mentions[0]?.type || "unknown";
  const errors = errorsOf(doc);
  const counts = CLASSES.map((kind) => {
    const those = errors.filter((error) => error.kind === kind).map(typeOf);
    return types.map((type) => those.filter((one) => one === type).length);
  });
  if (!errors.length) {
    replace(byId("losses"));
    return;
  }
  const most = Math.max(1, ...counts.map(sum));
  const hasTypes = errors.some((error) => typeOf(error) !== "unknown");
  const used = types.filter((_, type) => counts.some((row) => row[type] > 0));
  replace(
    byId("losses"),
    element("h2", {}, hasTypes ? "Errors by class and type" : "Errors by class"),
    element(
      "div",
      { class: "losses" },
      ...CLASSES.map((kind, position) => sum(counts[position]) > 0 && lossRow(kind, types, counts[position], most)),
    ),
    hasTypes &&
      element(
        "p",
        { class: "legend", "aria-hidden": "true" },
        ...used.map((type) => element("span", {}, element("i", { class: `segment type-${type}` }), type)),
      ),
  );
}

/**
 * @param {ErrorClass} kind
 * @param {string[]} types
 * @param {number[]} counts
 * @param {number} most
 */
function lossRow(kind, types, counts, most) {
  const parts = types.map((type, position) => ({ type, count: counts[position] })).filter(({ count }) => count > 0);
  const hasTypes = parts.some(({ type }) => type !== "unknown");
  const words = hasTypes ? parts.map(({ type, count }) => `${type} ${count}`).join(", ") : "";
  const segments = parts.map(({ type, count }) =>
    element("span", { class: `segment type-${type}`, style: { width: `${(100 * count) / most}%` } }),
  );
  const { name: document } = DOCUMENTS[state.document];
  return classRow(
    kind,
    {
      name: kind.label,
      facts: [`${plural(sum(counts), "error")} in this document`, ...(words ? [words] : []), meaningOfClass(kind)],
      example: () => exampleOf({ class: [kind.label], document: [document] }, state.system),
    },
    "loss-row small",
    element("span", { class: "track" }, ...segments),
    element("span", { class: "count" }, String(sum(counts))),
    words !== "" && said(`(${words})`),
  );
}
