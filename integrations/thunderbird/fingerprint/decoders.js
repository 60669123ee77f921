// Charsets decoded as Java 17 does: browsers know fewer, and map some bytes otherwise.

import { DOUBLE, NAMES, SINGLE } from "./tables/charsets.js";
import { decodeUtf8, textOf } from "./utf8.js";

const NONE = 0xfffd;
const FIRST_LEAD = 0x81;
const FIRST_TRAIL = 0x31;
const LAST = 0xfe;
const TRAILS = LAST - FIRST_TRAIL + 1;
const CELLS = 256 + (LAST - FIRST_LEAD + 1) * TRAILS;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A charset that Java decodes and this code does not. */
export class Undecodable extends Error {
  constructor(charset) {
    super(`text in ${charset} is not decoded by the add-on`);
    this.charset = charset;
  }
}

/** Name or alias, in lower case, to the charset's own name. */
const names = new Map();
for (const all of NAMES.split(",")) {
  const [own] = all.split(" ");
  for (const name of all.split(" ")) {
    names.set(name, own);
  }
}

const singles = new Map();
const doubles = new Map();

/** Whether a name in lower case is that of a charset. */
export function isCharset(name) {
  return names.has(name);
}

/** Decodes bytes as a charset of that name; what stands for nothing becomes U+FFFD. */
export function decodeAs(bytes, name) {
  const charset = names.get(name);
  if (charset === "utf-8") {
    return decodeUtf8(bytes);
  }
  if (charset in SINGLE) {
    return decodeSingle(bytes, singleTable(charset));
  }
  if (charset in DOUBLE) {
    return decodeDouble(bytes, doubleTable(charset));
  }
  throw new Undecodable(charset);
}

function decodeSingle(bytes, table) {
  const out = new Uint16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    out[i] = table[bytes[i]];
  }
  return textOf(out, bytes.length);
}

function decodeDouble(bytes, { cells, leads, isShort }) {
  const out = new Uint16Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const b1 = bytes[i];
    let c = cells[b1];
    if (c === NONE && i + 1 < bytes.length) {
      const b2 = bytes[i + 1];
      c = pairOf(cells, b1, b2);
      const one = isShort
        ? leads[b1] === 0 || leads[b2] === 1 || cells[b2] !== NONE
        : b1 === 0x8e || b1 === 0x8f;
      i += c !== NONE || !one ? 1 : 0;
    }
    out[length++] = c;
  }
  return textOf(out, length);
}

/** The character of a lead and a trail byte, or U+FFFD. */
export function pairOf(cells, b1, b2) {
  const inside = b1 >= FIRST_LEAD && b1 <= LAST && b2 >= FIRST_TRAIL && b2 <= LAST;
  return inside ? cells[256 + (b1 - FIRST_LEAD) * TRAILS + b2 - FIRST_TRAIL] : NONE;
}

function singleTable(charset) {
  if (!singles.has(charset)) {
    const [base, difference] = SINGLE[charset];
    const table = base === "" ? Uint16Array.from({ length: 256 }, (_, i) => i) : null;
    singles.set(charset, applied(difference, table ?? singleTable(base).slice()));
  }
  return singles.get(charset);
}

/** The cells of a charset, which bytes lead pairs, and by which rule bad pairs are passed over. */
export function doubleTable(charset) {
  if (!doubles.has(charset)) {
    const [rule, base, difference] = DOUBLE[charset];
    const empty = base === "" ? new Uint16Array(CELLS).fill(NONE) : null;
    const cells = applied(difference, empty ?? doubleTable(base).cells.slice());
    const leads = new Uint8Array(256);
    for (let i = 256; i < CELLS; i++) {
      if (cells[i] !== NONE) {
        leads[FIRST_LEAD + Math.floor((i - 256) / TRAILS)] = 1;
      }
    }
    doubles.set(charset, { cells, leads, isShort: rule === "SHORT" });
  }
  return doubles.get(charset);
}

/** A table with what differs from it: equal cells, different ones, and by how much; and so on. */
function applied(difference, table) {
  let at = 0;
  let cell = 0;
  let last = 0;
  const next = () => {
    let number = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = LETTERS.indexOf(difference[at++]);
      number |= (digit & 31) << shift;
      if (digit < 32) {
        return number;
      }
    }
  };
  while (at < difference.length) {
    cell += next();
    for (let count = next(); count > 0; count--) {
      const more = next();
      last = (last + 1 + (more & 1 ? -(more + 1) / 2 : more / 2)) & 0xffff;
      table[cell++] = last;
    }
  }
  return table;
}
