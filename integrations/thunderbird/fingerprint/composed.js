// Compatibility composition piece by piece, as far as enough has been made (ComposedText).

import { isMark, normalized } from "./unicode.js";
import { textOf } from "./utf8.js";

const PIECE = 1024;
const FIRST_MARK = 0x300;

/** What each of the characters below becomes; 0 if it is more than one character. */
const COMPOSED = new Uint16Array(FIRST_MARK);
for (let c = 1; c < FIRST_MARK; c++) {
  const composed = normalized(String.fromCharCode(c), "NFKC");
  COMPOSED[c] = composed.length === 1 ? composed.charCodeAt(0) : 0;
}

/** The composed text, UTF-16 units in and out, as far as its first `most` units. */
export function composed(text, most) {
  let out = new Uint16Array(Math.min(most, text.length + 64));
  let length = 0;
  for (let from = 0; from < text.length && length < most; ) {
    const bound = Math.min(text.length, from + Math.min(most, out.length) - length);
    while (from < bound) {
      const c = standsAlone(text, from) ? COMPOSED[text[from]] : 0;
      if (c === 0) {
        break;
      }
      out[length++] = c;
      from++;
    }
    if (from < text.length && length < most) {
      const end = pieceEnd(text, from);
      const piece = normalized(textOf(text.subarray(from, end), end - from), "NFKC");
      const count = Math.min(piece.length, most - length);
      const needed = Math.min(most, length + count + text.length - end);
      if (needed > out.length) {
        const grown = new Uint16Array(Math.min(most, Math.max(needed, 2 * out.length)));
        grown.set(out.subarray(0, length));
        out = grown;
      }
      for (let i = 0; i < count; i++) {
        out[length++] = piece.charCodeAt(i);
      }
      from = end;
    }
  }
  return out.subarray(0, length);
}

/** Whether neither a character nor the one behind it composes with the one before it. */
function standsAlone(text, i) {
  return text[i] < FIRST_MARK && (i + 1 === text.length || text[i + 1] < FIRST_MARK);
}

function pieceEnd(text, from) {
  const last = Math.min(text.length, from + 2 * PIECE);
  for (let i = from + 1; i < last; i++) {
    if (standsAlone(text, i)) {
      return i;
    }
    if (i >= from + PIECE && !isLowSurrogate(text[i]) && beginsAnew(codePointAt(text, i))) {
      return i;
    }
  }
  return last < text.length && isLowSurrogate(text[last]) ? last - 1 : last;
}

function beginsAnew(codePoint) {
  if (codePoint < FIRST_MARK) {
    return true;
  }
  const first = normalized(String.fromCodePoint(codePoint), "NFKD").codePointAt(0);
  return (
    !isMark(first) && (first < 0x1160 || first > 0x11ff) && (first < 0x16d63 || first > 0x16d6a)
  );
}

export function isLowSurrogate(c) {
  return c >= 0xdc00 && c <= 0xdfff;
}

/** The code point at an index of UTF-16 units; half a pair is itself. */
export function codePointAt(text, i) {
  const high = text[i];
  if (high >= 0xd800 && high <= 0xdbff && i + 1 < text.length && isLowSurrogate(text[i + 1])) {
    return ((high - 0xd800) << 10) + text[i + 1] - 0xdc00 + 0x10000;
  }
  return high;
}
