// Quoted-printable that lost its declaration on the way, undone (Undeclared).

import { decode } from "./charset.js";

const LEAST_BREAKS = 3;
const LEAST_WIDTH = 70;
const MOST_WIDTH = 77;
const MOST_RUN = 64;

/** The text that was meant. */
export function undoUndeclared(text) {
  return isEncoded(text) ? decoded(text) : text;
}

function isEncoded(text) {
  let breaks = 0;
  let escapes = 0;
  let rowStart = 0;
  for (let i = text.indexOf("="); i >= 0; i = text.indexOf("=", i + 1)) {
    if (behindBreak(text, i) > 0) {
      for (let end = text.indexOf("\n", rowStart); end >= 0 && end < i; ) {
        rowStart = end + 1;
        end = text.indexOf("\n", rowStart);
      }
      const width = i + 1 - rowStart;
      breaks += width >= LEAST_WIDTH && width <= MOST_WIDTH ? 1 : 0;
    } else if (escape(text, i) >= 0) {
      escapes++;
    }
    if (breaks >= LEAST_BREAKS && escapes > 0) {
      return true;
    }
  }
  return false;
}

function decoded(text) {
  let out = "";
  const run = new Uint8Array(MOST_RUN);
  for (let i = 0; i < text.length; ) {
    if (text[i] !== "=") {
      const next = text.indexOf("=", i);
      const end = next < 0 ? text.length : next;
      out += text.substring(i, end);
      i = end;
      continue;
    }
    const end = behindBreak(text, i);
    if (end > 0) {
      i = end;
      continue;
    }
    let length = 0;
    while (length < run.length && text[i] === "=") {
      const value = escape(text, i);
      if (value < 0) {
        break;
      }
      run[length++] = value;
      i += 3;
    }
    if (length === 0) {
      out += "=";
      i++;
    } else {
      out += decode(run.subarray(0, length), null);
    }
  }
  return out;
}

/** Behind the line break that the `=` at an index makes soft, or -1. */
function behindBreak(text, i) {
  const end = text[i + 1] === "\r" ? i + 2 : i + 1;
  return text[end] === "\n" ? end + 1 : -1;
}

function escape(text, i) {
  if (i + 2 >= text.length) {
    return -1;
  }
  const high = digit(text.charCodeAt(i + 1));
  const low = digit(text.charCodeAt(i + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digit(c) {
  return c >= 48 && c <= 57 ? c - 48 : c >= 65 && c <= 70 ? c - 55 : -1;
}
