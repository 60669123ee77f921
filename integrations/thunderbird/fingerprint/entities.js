// Character references, named and numeric, as browsers decode them (HtmlEntities).

import { BARE, NAMED } from "./tables/entities.js";

const LONGEST_NAME = 32;
const LONGEST_BARE_NAME = 6;
const MOST_CODE_POINT = 0x10ffff;

const WINDOWS_1252 =
  "\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D" +
  "\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153" +
  "\u009D\u017E\u0178";

/** `{text, end}`: what the reference at an index stands for, or `&`; and the index behind it. */
export function decodeReference(html, at) {
  const start = at + 1;
  if (html[start] === "#") {
    return numeric(html, at);
  }
  const bound = Math.min(html.length, start + LONGEST_NAME);
  let end = start;
  while (end < bound && isAlphanumeric(html.charCodeAt(end))) {
    end++;
  }
  if (end > start && html[end] === ";") {
    const decoded = NAMED.get(html.substring(start, end));
    if (decoded !== undefined) {
      return { text: decoded, end: end + 1 };
    }
  }
  for (let e = Math.min(end, start + LONGEST_BARE_NAME); e >= start + 2; e--) {
    const name = html.substring(start, e);
    if (BARE.has(name)) {
      return { text: NAMED.get(name), end: e };
    }
  }
  return { text: "&", end: start };
}

function numeric(html, at) {
  let i = at + 2;
  const hex = html[i] === "x" || html[i] === "X";
  i += hex ? 1 : 0;
  const radix = hex ? 16 : 10;
  const digits = i;
  let value = 0;
  for (; i < html.length; i++) {
    const digit = digitOf(html.charCodeAt(i), radix);
    if (digit < 0) {
      break;
    }
    value = Math.min(value * radix + digit, MOST_CODE_POINT + 1);
  }
  if (i === digits) {
    return { text: "&", end: at + 1 };
  }
  return { text: shown(value), end: html[i] === ";" ? i + 1 : i };
}

function digitOf(c, radix) {
  if (c >= 48 && c <= 57) {
    return c - 48;
  }
  const letter = c < 0x80 && c > 64 ? (c | 0x20) - 97 : -1;
  return radix === 16 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}

function shown(value) {
  if (value >= 0x80 && value < 0xa0) {
    return WINDOWS_1252[value - 0x80];
  }
  const character =
    value !== 0 && value <= MOST_CODE_POINT && (value < 0xd800 || value > 0xdfff);
  return character ? String.fromCodePoint(value) : "\uFFFD";
}

function isAlphanumeric(c) {
  const lower = c | 0x20;
  return (lower >= 97 && lower <= 122) || (c >= 48 && c <= 57);
}
