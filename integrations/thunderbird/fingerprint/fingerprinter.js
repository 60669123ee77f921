// Feature vectors and probes of texts under the schemes (Fingerprinter, Scheme, ProbeKeys).

import { hex16, isBelow } from "./long.js";
import { fullNormalized, paperNormalized } from "./normalization.js";
import { DistinctShingles, HighestFingerprints, floorOf } from "./selection.js";
import { sha256 } from "./sha256.js";
import { isVaried, rollShingles } from "./shingles.js";
import { WordShingles } from "./wordshingles.js";

const LEAST_LETTERS = 20;
const ONE_SHINGLE = 50;
const FEW = 4;
const PROBED = 4;
const PAPER_SIZE = 10;
const KEY_BYTES = 8;
const MOST_PROBES = 4096;

/** What each character is worth as a digit. */
const DIGIT = new Uint8Array(128);
for (let digit = 0; digit < 16; digit++) {
  DIGIT[digit.toString(16).charCodeAt(0)] = digit;
}

const WHOLE_TEXT_TAG = new TextEncoder().encode("spamwatch-whole-text-v1");
const DIGEST_TAG = new TextEncoder().encode("spamwatch-fv-v1");

/** The schemes by their labels. */
export const SCHEMES = Object.freeze({
  rabin50: { id: 1, onlyVisible: false },
  char50: { id: 2, onlyVisible: false, size: (extent) => grown(extent, 64, 240) },
  word: { id: 3, onlyVisible: true, size: (extent) => grown(extent, 5, 40) },
});

/** That of evidence beside the text. */
export const EVIDENCE = Object.freeze({ label: "evidence", id: 4 });

function grown(extent, each, eachOfLong) {
  const usual = Math.min(32, Math.max(12, Math.floor(extent / each)));
  return Math.max(usual, Math.min(60, Math.floor(extent / eachOfLong)));
}

/** Normalises each text and takes it apart once, whoever asks. */
export class Fingerprinter {
  #normalized = new Map();
  #words = new Map();

  /**
   * What a text is published and known under by a scheme: `{wholeText, identities, digest,
   * probes}`, the identities of 16 digits each, the probes in bytes, 8 each, those with the highest
   * selector first. Null if the scheme finds too little text.
   */
  fingerprint(label, text) {
    const scheme = SCHEMES[label];
    if (label === "rabin50") {
      return paperFingerprint(scheme, paperNormalized(text));
    }
    const normalized = this.#normalize(text);
    if (!normalized.hasLetters(LEAST_LETTERS)) {
      return null;
    }
    return fullFingerprint(scheme, normalized, label === "word" ? this.#split(text) : null);
  }

  /** Offers every so many words in a row: `offer(high, low)` with their selector. */
  eachShingle(count, text, offer) {
    this.#split(text).each(count, offer);
  }

  #normalize(text) {
    if (!this.#normalized.has(text)) {
      this.#normalized.set(text, fullNormalized(text));
    }
    return this.#normalized.get(text);
  }

  #split(text) {
    if (!this.#words.has(text)) {
      this.#words.set(text, new WordShingles(this.#normalize(text)));
    }
    return this.#words.get(text);
  }
}

function paperFingerprint(scheme, text) {
  const highest = new HighestFingerprints(PAPER_SIZE);
  rollShingles(
    text,
    () => highest.floor(),
    (high, low, from, to) => highest.offer(high, low, from, to),
  );
  if (highest.size === 0) {
    return null;
  }
  const shingles = new DistinctShingles(PROBED);
  rollShingles(
    text,
    () => shingles.floor,
    (high, low, from, to) => shingles.offer(high, low, from, to),
  );
  return fingerprintOf(scheme, null, highest, shingles);
}

/** Of the words of a text, or of its characters if `words` is null. */
function fullFingerprint(scheme, text, words) {
  const extent = words === null ? text.codePoints : words.words;
  const size = scheme.size(extent);
  let share = PROBED;
  while (share > 0 && extent >>> share < 4 * size) {
    share--;
  }
  let shingles = collected(text, words, share);
  if (shingles.size < size && share > 0) {
    shingles = collected(text, words, 0);
  }
  const highest = new HighestFingerprints(size);
  for (let i = 0; i < shingles.size; i++) {
    highest.offer(shingles.high[i], shingles.low[i], shingles.from[i], shingles.to[i]);
  }
  const whole =
    words === null ? extent <= ONE_SHINGLE || shingles.size === 0 : shingles.size < FEW;
  return fingerprintOf(scheme, whole ? text : null, highest, shingles);
}

function collected(text, words, share) {
  const shingles = new DistinctShingles(share);
  const offer = (high, low, from, to) => shingles.offer(high, low, from, to);
  if (words !== null) {
    words.collect(offer);
  } else {
    const bytes = text.bytes;
    rollShingles(
      text,
      () => shingles.floor,
      (high, low, from, to) => {
        if (isVaried(bytes, from, to)) {
          offer(high, low, from, to);
        }
      },
    );
  }
  return shingles;
}

function fingerprintOf(scheme, wholeText, highest, shingles) {
  const identities = [];
  if (wholeText !== null) {
    const hash = sha256([WHOLE_TEXT_TAG, Uint8Array.of(scheme.id), wholeText.bytes]);
    identities.push(hash.substring(0, 16));
  }
  for (let rank = 0; rank < highest.size; rank++) {
    identities.push(keyOf(highest.high[rank], highest.low[rank]));
  }
  return {
    wholeText: wholeText !== null,
    identities,
    digest: digestOf(scheme, wholeText !== null, identities),
    probes: probesOf(highest, shingles),
  };
}

/** The digits of a selector in reverse order: the key of its shingle. */
function keyOf(high, low) {
  return [...hex16(high, low)].reverse().join("");
}

/** Those beside the vector's own are lower than its lowest and in the top share. */
function probesOf(highest, shingles) {
  const last = highest.size - 1;
  const least = floorOf(Math.max(PROBED, shingles.share));
  const selectors = [];
  for (let i = 0; last >= 0 && i < shingles.size; i++) {
    const high = shingles.high[i];
    const low = shingles.low[i];
    if (high >>> 0 >= least && isBelow(high, low, highest.high[last], highest.low[last])) {
      selectors.push(hex16(high, low));
    }
  }
  selectors.sort().reverse();
  return keysOf(selectors.slice(0, MOST_PROBES));
}

/** The bytes of selectors' keys behind each other: their digits in reverse order. */
function keysOf(selectors) {
  const keys = new Uint8Array(KEY_BYTES * selectors.length);
  let at = 0;
  for (const selector of selectors) {
    for (let i = selector.length - 1; i > 0; i -= 2) {
      keys[at++] = (DIGIT[selector.charCodeAt(i)] << 4) | DIGIT[selector.charCodeAt(i - 1)];
    }
  }
  return keys;
}

/** What a vote signs to tie itself to a vector (CompactVector.digest). */
export function digestOf(scheme, wholeText, identities) {
  const fixed = wholeText ? 1 : 0;
  const ordered = [...identities.slice(0, fixed), ...identities.slice(fixed).sort()];
  const layout = new Uint8Array(2 + KEY_BYTES * ordered.length);
  layout[0] = scheme.id;
  layout[1] = fixed;
  ordered.forEach((identity, i) => layout.set(bytesOf(identity), 2 + KEY_BYTES * i));
  return sha256([DIGEST_TAG, layout]).substring(0, 40);
}

/** The bytes that digits stand for. */
export function bytesOf(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = parseInt(hex.substring(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}
