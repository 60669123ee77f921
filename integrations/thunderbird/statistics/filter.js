// A peer's statistical filter, read and applied (FilterForm, ValueBloomFilter, Judge; docs/statistics.md).

import { keyedHash } from "./siphash.js";
import { readTokens } from "./mailtokens.js";

/** The mails of either kind below which a filter says nothing. */
const LEAST_MAILS = 200;
const MOST_BYTES = 16 << 20;
/** Words that are shown of a mail. */
const MOST_WORDS = 12;
/** Tokens of which something else is known than what the bits say. */
const MOST_CORRECTIONS = 512;
const MASK = (1n << 64n) - 1n;
const LOGIT = 2;
const LEAST = 0;
/** What a mail is called of which too little is known. */
const UNSURE = 0.5;
/** The logit of a number evenly distributed between 0 and 1 has this deviation. */
const DEVIATION = Math.PI / Math.sqrt(3);

/** Why a filter is not applied: damaged, or of another version. */
export class UnknownFilter extends Error {}

function check(holds, what) {
  if (!holds) {
    throw new UnknownFilter(`the peer's statistical filter ${what}`);
  }
}

function mixed(value) {
  let z = (value + 0x9e3779b97f4a7c15n) & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

function crc32c(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
    }
  }
  return ~crc >>> 0;
}

/** A filter under its site's key, as `GET /v1/statistics/filter` has both. */
export class StatisticalFilter {
  #view;
  #hash;
  #bits; // where the entries begin
  #levels;
  #hashes;
  #entries;
  #seed;
  #corrections = new Map(); // levels by token, -1 for none
  #isRotated;
  #spamminess = [];
  #assumed;
  #thresholds;
  #isTrained;

  /**
   * Reads the forms of versions 1 and 2, as peers make them: sums of logits, of several values the least.
   *
   * @param key 32 hexadecimal digits
   */
  constructor(bytes, key) {
    check(bytes.length > 100 && bytes.length <= MOST_BYTES, `has ${bytes.length} bytes`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const version = view.getUint8(4);
    check(view.getUint32(0) === 0x53575346 && (version === 1 || version === 2), "is of another version");
    check(view.getUint8(5) === LOGIT && (view.getUint8(6) & 1) === 1, "combines otherwise");
    check(view.getUint8(7) === LEAST, "chooses otherwise");
    check(crc32c(bytes.subarray(0, -4)) === view.getUint32(bytes.length - 4), "is damaged");
    const levels = view.getUint32(8);
    check(levels >= 2 && levels <= 16 && bytes.length > 116 + 8 * levels, "is cut off");
    this.#view = view;
    this.#hash = keyedHash(key);
    this.#levels = levels;
    this.#assumed = view.getFloat64(20);
    this.#thresholds = { spam: view.getFloat64(36), ham: view.getFloat64(44), known: view.getFloat64(52) };
    this.#isTrained = view.getUint32(60) >= LEAST_MAILS && view.getUint32(64) >= LEAST_MAILS;
    for (let level = 0; level < levels; level++) {
      this.#spamminess.push(view.getFloat64(92 + 8 * level));
    }
    check(this.#spamminess.every((f) => f > 0 && f < 1), "has values out of range");
    const values = 92 + 8 * levels;
    check(view.getUint32(values) === 0x53575646 && view.getUint8(values + 4) === 1, "is of another version");
    check(view.getUint8(values + 5) <= 1 && view.getUint8(values + 6) === levels, "is damaged");
    this.#isRotated = view.getUint8(values + 5) === 1;
    this.#hashes = view.getUint8(values + 7);
    this.#entries = view.getUint32(values + 8);
    this.#seed = view.getBigUint64(values + 12);
    this.#bits = values + 20;
    const words = Math.ceil((this.#entries * levels) / 64);
    check(this.#hashes >= 1 && this.#hashes <= 32, "is damaged");
    const end = this.#bits + 8 * words;
    const behind = version === 1 ? end : this.#readCorrections(end, bytes.length - 4);
    check(behind + 4 === bytes.length, "is cut off");
  }

  /** What the bits say wrongly of tokens that were learnt; returns where it ends. */
  #readCorrections(from, end) {
    const count = from + 4 <= end ? this.#view.getUint32(from) : -1;
    check(count >= 0 && count <= MOST_CORRECTIONS && from + 4 + 9 * count <= end, "is cut off");
    let before = null;
    for (let at = from + 4; at < from + 4 + 9 * count; at += 9) {
      const token = this.#view.getBigInt64(at);
      const level = this.#view.getUint8(at + 8);
      check((before === null || token > before) && (level < this.#levels || level === 0xff), "has corrections out of range");
      this.#corrections.set(BigInt.asUintN(64, token), level === 0xff ? -1 : level);
      before = token;
    }
    return from + 4 + 9 * count;
  }

  /**
   * What a mail is by its words: `{says: "spam", "unsure", "ham" or "untrained", indicator, known,
   * words}`, the latter `[token, spamminess]` of those that mattered most.
   */
  judge(mail) {
    const tokens = new Map();
    readTokens(mail, (bytes, from, to) => {
      const token = this.#hash(bytes, from, to);
      if (!tokens.has(token)) {
        tokens.set(token, bytes.slice(from, to));
      }
    });
    const words = [];
    let known = 0;
    let ofSpam = 0; // -ln of the product of f
    let ofHam = 0;
    for (const [token, bytes] of tokens) {
      const level = this.#levelOf(token);
      if (level >= 0) {
        known++;
        words.push([bytes, this.#spamminess[level]]);
        ofSpam -= Math.log(this.#spamminess[level]);
        ofHam -= Math.log(1 - this.#spamminess[level]);
      }
    }
    const indicator =
      known < this.#thresholds.known * tokens.size
        ? UNSURE
        : known === 0
          ? this.#assumed
          : logitSum(known, ofSpam, ofHam);
    const says = this.#isTrained ? this.#called(indicator) : "untrained";
    return { says, indicator, known, words: strongest(words) };
  }

  #called(indicator) {
    if (indicator >= this.#thresholds.spam) {
      return "spam";
    }
    return indicator <= this.#thresholds.ham ? "ham" : "unsure";
  }

  /** The spamminess of a token by its hash, above 0 and below 1; null if it is not known. */
  spamminess(token) {
    const level = this.#levelOf(token);
    return level < 0 ? null : this.#spamminess[level];
  }

  /** The least level that a token has, or -1. */
  #levelOf(token) {
    const levels = this.#levels;
    const first = mixed(token ^ this.#seed);
    const step = mixed(first) | 1n;
    const entries = BigInt(this.#entries);
    let found = (1 << levels) - 1;
    let at = first;
    for (let i = 0; i < this.#hashes && found !== 0; i++) {
      found &= this.#entry(Number((at * entries) >> 64n));
      at = (at + step) & MASK;
    }
    if (this.#isRotated && found !== 0) {
      const by = (levels * Number((step >> 1n) & 0xffffn)) >> 16;
      found = ((found >> by) | (found << (levels - by))) & ((1 << levels) - 1);
    }
    return found === 0 ? -1 : (this.#corrections.get(token) ?? 31 - Math.clz32(found & -found));
  }

  /** The bits of an entry; words of 64 bits are big-endian, and bit 0 is a word's lowest. */
  #entry(entry) {
    let bits = 0;
    for (let b = 0; b < this.#levels; b++) {
      const bit = entry * this.#levels + b;
      const byte = this.#view.getUint8(this.#bits + 8 * Math.floor(bit / 64) + 7 - ((bit % 64) >> 3));
      bits |= ((byte >> (bit & 7)) & 1) << b;
    }
    return bits;
  }
}

function strongest(words) {
  return words
    .sort(([, one], [, other]) => Math.abs(other - 0.5) - Math.abs(one - 0.5))
    .slice(0, MOST_WORDS)
    .map(([bytes, spamminess]) => [new TextDecoder().decode(bytes), spamminess]);
}

function logitSum(tokens, ofSpam, ofHam) {
  const forSpam = Math.max(0, ofHam - 2 * ofSpam);
  const forHam = Math.max(0, ofSpam - 2 * ofHam);
  return 1 / (1 + Math.exp((forHam - forSpam) / (DEVIATION * Math.sqrt(tokens))));
}

/** The hashes of a mail's tokens, each once. */
export function tokensOf(mail, hash) {
  const tokens = new Set();
  readTokens(mail, (bytes, from, to) => tokens.add(hash(bytes, from, to)));
  return tokens;
}
