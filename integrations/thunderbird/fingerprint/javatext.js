// What Java's strings do and JavaScript's do not in just the same way.

import { isUnassigned, isWhiteSpace } from "./unicode.js";

const BEYOND_LATIN_1 = /[^\0-\xff]/;

/** Without the characters up to the blank at both ends. */
export function trim(text) {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 32) {
    from++;
  }
  while (from < to && text.charCodeAt(to - 1) <= 32) {
    to--;
  }
  return text.substring(from, to);
}

/** Without the white space at both ends. */
export function strip(text) {
  let from = 0;
  let to = text.length;
  while (from < to && isWhiteSpace(text.charCodeAt(from))) {
    from++;
  }
  while (from < to && isWhiteSpace(text.charCodeAt(to - 1))) {
    to--;
  }
  return text.substring(from, to);
}

/** With the capitals of ASCII as small letters, and so as long as before. */
export function asciiLowerCased(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** In lower case; what Java's Unicode does not have stays as it is. */
export function lowerCased(text) {
  if (!BEYOND_LATIN_1.test(text)) {
    return text.toLowerCase();
  }
  let out = "";
  let from = 0;
  for (let i = 0; i < text.length; ) {
    const codePoint = text.codePointAt(i);
    const end = i + (codePoint > 0xffff ? 2 : 1);
    if (isUnassigned(codePoint)) {
      out += text.substring(from, i).toLowerCase() + text.substring(i, end);
      from = end;
    }
    i = end;
  }
  return out + text.substring(from).toLowerCase();
}

/**
 * Whether ASCII text in lower case stands at an index, in any case of its letters. Java compares
 * capitals, then the small letters of these, so that four letters beyond ASCII are equal to one.
 */
export function isAt(text, at, lower) {
  if (at < 0 || text.length - at < lower.length) {
    return false;
  }
  for (let i = 0; i < lower.length; i++) {
    const c = text.charCodeAt(at + i);
    const wanted = lower.charCodeAt(i);
    if (c !== wanted && !isSameLetter(c, wanted)) {
      return false;
    }
  }
  return true;
}

function isSameLetter(c, lower) {
  if (lower < 97 || lower > 122) {
    return false;
  }
  if (c < 0x80) {
    return c === lower - 32;
  }
  switch (c) {
    case 0x130:
    case 0x131:
      return lower === 105;
    case 0x17f:
      return lower === 115;
    case 0x212a:
      return lower === 107;
    default:
      return false;
  }
}

/** Whether a text is ASCII text in lower case, in any case of its letters. */
export function equalsIgnoringCase(text, lower) {
  return text.length === lower.length && isAt(text, 0, lower);
}
