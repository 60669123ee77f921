// Tables of charsets, read from how they are written down: as what differs from one another.

import { BEYOND, DOUBLE, FOUR, JIS_0208, JIS_0212, SINGLE } from "./tables/charsets.js";

/** What a cell holds that stands for nothing. */
export const NONE = 0xfffd;

const FIRST_LEAD = 0x81;
const FIRST_TRAIL = 0x31;
const LAST = 0xfe;
const TRAILS = LAST - FIRST_TRAIL + 1;
const CELLS = 256 + (LAST - FIRST_LEAD + 1) * TRAILS;
const PLANE = 0x20000;
const ROWS = 94;
const FOUR_BYTES = 0x99fc;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const VALUES = new Uint8Array(128);
for (let i = 0; i < LETTERS.length; i++) {
  VALUES[LETTERS.charCodeAt(i)] = i;
}

const made = new Map();

/** What `make` makes, made once. */
function once(name, make) {
  if (!made.has(name)) {
    made.set(name, make());
  }
  return made.get(name);
}

const emptyTable = (length) => new Uint16Array(length).fill(NONE);

/** A table with what differs from it (Digits.difference). */
function applied(difference, table) {
  let at = 0;
  const next = () => {
    let number = 0;
    for (let shift = 0; ; shift += 5) {
      const digit = VALUES[difference.charCodeAt(at++)];
      number |= (digit & 31) << shift;
      if (digit < 32) {
        return number;
      }
    }
  };
  let cell = 0;
  let last = 0;
  while (at < difference.length) {
    cell += next();
    for (const end = cell + next(); cell < end; ) {
      const more = next();
      last = (last + 1 + (more & 1 ? -(more + 1) / 2 : more / 2)) & 0xffff;
      table[cell++] = last;
      for (let row = more === 0 ? next() : 0; row > 0; row--) {
        table[cell++] = ++last;
      }
    }
  }
  return table;
}

/** The 256 cells of a charset of one byte a character, or null. */
export function singleTable(charset) {
  if (!Object.hasOwn(SINGLE, charset)) {
    return null;
  }
  return once("single " + charset, () => {
    const [base, difference] = SINGLE[charset];
    const latin = Uint16Array.from({ length: 256 }, (_, i) => i);
    return applied(difference, base === "" ? latin : singleTable(base).slice());
  });
}

/** A charset of pairs, or null. */
export function pairedTable(charset) {
  return Object.hasOwn(DOUBLE, charset)
    ? once("pairs " + charset, () => new PairedTable(charset))
    : null;
}

/** Which bytes stand alone, which pairs stand for what, and what becomes of bad pairs. */
class PairedTable {
  constructor(charset) {
    const [rule, base, difference] = DOUBLE[charset];
    this.rule = rule;
    this.cells = applied(
      difference,
      base === "" ? emptyTable(CELLS) : pairedTable(base).cells.slice(),
    );
    this.beyond = Object.hasOwn(BEYOND, charset) ? beyondTable(charset) : null;
    this.leads = new Uint8Array(256);
    for (let i = 256; i < CELLS; i++) {
      if (this.cells[i] !== NONE) {
        this.leads[FIRST_LEAD + Math.floor((i - 256) / TRAILS)] = 1;
      }
    }
  }

  /** The code point of a pair, or U+FFFD. */
  pair(b1, b2) {
    if (b1 < FIRST_LEAD || b1 > LAST || b2 < FIRST_TRAIL || b2 > LAST) {
      return NONE;
    }
    const cell = 256 + (b1 - FIRST_LEAD) * TRAILS + b2 - FIRST_TRAIL;
    const isBeyond = this.beyond !== null && this.beyond[cell] !== NONE;
    return isBeyond ? PLANE + this.beyond[cell] : this.cells[cell];
  }

  /** Whether of a bad pair the lead byte alone is passed over. */
  passesOne(b1, b2) {
    switch (this.rule) {
      case "SHORT":
        return this.leads[b1] === 0 || this.leads[b2] === 1 || this.cells[b2] !== NONE;
      case "EUC":
        return b1 === 0x8e || b1 === 0x8f;
      default:
        return false;
    }
  }
}

function beyondTable(charset) {
  return once("beyond " + charset, () => {
    const [base, difference] = BEYOND[charset];
    return applied(difference, base === "" ? emptyTable(CELLS) : beyondTable(base).slice());
  });
}

/** The first characters of four bytes in GB18030. */
export function fourBytes() {
  return once("four", () => applied(FOUR, emptyTable(FOUR_BYTES)));
}

/** A plane of JIS, 1 or 2: a function of two bytes from 0x21 on. */
export function jisPlane(number) {
  return once("jis " + number, () => {
    const rows =
      number === 1 ? applied(JIS_0208, windowsRows()) : applied(JIS_0212, emptyTable(ROWS * ROWS));
    return (b1, b2) => {
      const inside = b1 >= 0x21 && b1 <= 0x7e && b2 >= 0x21 && b2 <= 0x7e;
      return inside ? rows[(b1 - 0x21) * ROWS + b2 - 0x21] : NONE;
    };
  });
}

function windowsRows() {
  const windows = pairedTable("windows-31j");
  return Uint16Array.from({ length: ROWS * ROWS }, (_, i) => {
    const row = Math.floor(i / ROWS);
    const cell = i % ROWS;
    const lead = (row >> 1) + (row < 62 ? 0x81 : 0xc1);
    const trail = row % 2 === 1 ? cell + 0x9f : cell + (cell < 63 ? 0x40 : 0x41);
    return windows.pair(lead, trail);
  });
}
