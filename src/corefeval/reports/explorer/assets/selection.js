/* Which mention is selected, and how one gets from one to the next. */

import { isFiltered, passes, stops } from "./filters.js";
import { chooseSystem } from "./navigation.js";
import { announce, state } from "./state.js";

/** @import {Mention, OpenDocument, Relation} from "./document.js" */

/**
 * @param {Mention} mention
 * @param {number} [error] which of the stops is visited with it
 */
export function select(mention, error = -1) {
  state.mention = mention;
  state.relation = "";
  state.side = mention.side;
  state.error = error;
  announce("selection");
}

/** @param {Relation} relation */
export function selectRelation(relation) {
  state.mention = null;
  state.relation = relation.id;
  state.error = -1;
  announce("selection");
}

export function unselect() {
  state.mention = null;
  state.relation = "";
  state.error = -1;
  announce("selection");
}

/** Selects the next mention among mentions at the same place. @param {Mention[]} mentions */
export function selectNext(mentions) {
  const position = state.mention ? mentions.indexOf(state.mention) : -1;
  select(mentions[(position + 1) % mentions.length]);
}

/**
 * Goes to an error of the document.
 * @param {OpenDocument} doc
 * @param {number} number
 */
export function visitError(doc, number) {
  const all = stops(doc);
  const position = all.findIndex((stop) => stop.error?.number === number);
  if (position >= 0) visit(all, position);
}

/**
 * @param {ReturnType<typeof stops>} all
 * @param {number} position
 */
function visit(all, position) {
  if (!all.length) return;
  const error = (position + all.length) % all.length;
  const { mentions } = all[error];
  select(mentions.find((mention) => !isFiltered() || passes(mention)) ?? mentions[0], error);
}

/**
 * The next or previous error; from a mention that was chosen otherwise, the nearest one.
 * @param {OpenDocument} doc
 * @param {1 | -1} direction
 */
export function step(doc, direction) {
  const all = stops(doc);
  if (state.error >= 0) {
    visit(all, state.error + direction);
    return;
  }
  const here = state.mention?.sentence ?? 0;
  const after = state.mention ? all.findIndex((stop) => stop.mentions[0].sentence >= here) : 0;
  if (direction > 0) visit(all, Math.max(after, 0));
  else visit(all, (after < 0 ? all.length : after) - 1);
}

/**
 * The next or previous mention of the same entity.
 * @param {OpenDocument} doc
 * @param {1 | -1} direction
 */
export function stepEntity(doc, direction) {
  const chain = state.mention?.entity.mentions ?? doc.sides[0].mentions.slice(0, 1);
  const at = state.mention ? chain.indexOf(state.mention) + direction : 0;
  if (chain.length) select(chain[(at + chain.length) % chain.length]);
}

/**
 * The next or previous mention of the same column.
 * @param {OpenDocument} doc
 * @param {1 | -1} direction
 */
export function stepMention(doc, direction) {
  const { mentions } = doc.sides[state.side];
  const at = state.mention?.side === state.side ? state.mention.index + direction : 0;
  if (mentions.length) select(mentions[Math.min(mentions.length - 1, Math.max(0, at))]);
}

/**
 * The column to the left or right, at the same mention or near it.
 * @param {OpenDocument} doc
 * @param {1 | -1} direction
 */
export function stepSide(doc, direction) {
  const side = Math.min(doc.sides.length - 1, Math.max(0, state.side + direction));
  const { mention } = state;
  const partner = mention && counterpart(mention, side);
  state.side = side;
  if (side && side - 1 !== state.system) chooseSystem(side - 1);
  const near = doc.sides[side].mentions.find((one) => one.sentence >= (mention?.sentence ?? 0));
  const target = partner ?? near;
  if (target) select(target);
  else announce("selection");
}

/**
 * @param {Mention} mention
 * @param {number} side
 */
function counterpart(mention, side) {
  const key = mention.side ? mention.judged[mention.side - 1].partner : mention;
  return side && key ? key.judged[side - 1].partner : key;
}
