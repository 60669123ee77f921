// What characters are, by the frozen tables of Unicode 13.0, which is Java 17's. A browser knows a
// later one: a character that 13.0 does not have is no letter and composes with nothing here.

import { CAPITALS, CLASSES, LOWER, SMALL } from "./tables/unicode.js";

const LETTER = 1;
const MARK = 2;
const FORMAT = 3;
const DIGIT = 4;
const UNASSIGNED = 5;
const WHITE_SPACE = 6;
const NO_BREAK = 7;

const MOST = 0x10ffff;
const classes = new Uint8Array(MOST + 1);
const lower = new Map();

{
  let at = 0;
  for (const [, kind, length] of CLASSES.matchAll(/([A-H])([0-9a-z]+)/g)) {
    const end = at + parseInt(length, 36);
    classes.fill(kind.charCodeAt(0) - 65, at, end);
    at = end;
  }
  for (let i = 0; i < LOWER.length; i += 4) {
    const [from, count, step, delta] = LOWER.slice(i, i + 4);
    for (let j = 0; j < count; j++) {
      lower.set(from + j * step, from + j * step + delta);
    }
  }
}

const capitals = among(CAPITALS);
const small = among(SMALL);

function among(runs) {
  const all = new Set();
  for (let i = 0; i < runs.length; i += 3) {
    const [from, count, step] = runs.slice(i, i + 3);
    for (let j = 0; j < count; j++) {
      all.add(from + j * step);
    }
  }
  return all;
}

export function isLetter(codePoint) {
  return classes[codePoint] === LETTER;
}

export function isMark(codePoint) {
  return classes[codePoint] === MARK;
}

export function isFormat(codePoint) {
  return classes[codePoint] === FORMAT;
}

export function isDigit(codePoint) {
  return classes[codePoint] === DIGIT;
}

/** Whether it is a capital, or written as one. */
export function isUpperCase(codePoint) {
  return capitals.has(codePoint);
}

/** Whether it is a small letter, or written as one. */
export function isLowerCase(codePoint) {
  return small.has(codePoint);
}

/** Whether Unicode 13.0 does not have it. */
export function isUnassigned(codePoint) {
  return classes[codePoint] === UNASSIGNED;
}

export function isWhiteSpace(codePoint) {
  return classes[codePoint] === WHITE_SPACE;
}

export function isLetterOrDigit(codePoint) {
  const kind = classes[codePoint];
  return kind === LETTER || kind === DIGIT;
}

/** White space or a blank that holds words together. */
export function isSpace(codePoint) {
  const kind = classes[codePoint];
  return kind === WHITE_SPACE || kind === NO_BREAK;
}

/** Whether a text is nothing but white space. */
export function isBlank(text) {
  for (let i = 0; i < text.length; i++) {
    if (classes[text.charCodeAt(i)] !== WHITE_SPACE) {
      return false;
    }
  }
  return true;
}

/** The small letter of a code point by the simple mapping, or the code point. */
export function lowerCase(codePoint) {
  return lower.get(codePoint) ?? codePoint;
}

/** A text in a normal form of Unicode 13.0: what is unassigned there stands between two texts. */
export function normalized(text, form) {
  let out = "";
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i);
    const end = i + (codePoint > 0xffff ? 2 : 1);
    if (classes[codePoint] === UNASSIGNED) {
      out += text.substring(from, i).normalize(form) + text.substring(i, end);
      from = end;
    }
    i = end;
  }
  return out + text.substring(from).normalize(form);
}
