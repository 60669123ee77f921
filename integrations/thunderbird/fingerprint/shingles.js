// Rolls over every 50 code points of a text (Shingles, VariedShingles).

import { BY_NIBBLE, REDUCED, contributions } from "./rabin64.js";

/** L, in code points. */
const LENGTH = 50;
const LEAVING = contributions(LENGTH);
const LEAST_BYTES = 8;

/**
 * Offers each shingle: `offer(high, low, from, to)` with its fingerprint and its place in the
 * text's bytes, if the fingerprint's high word reaches the `floor()`, which may rise meanwhile.
 */
export function rollShingles(text, floor, offer) {
  if (text.codePoints < LENGTH) {
    return;
  }
  if (text.isAscii) {
    rollBytes(text.bytes, floor, offer);
  } else {
    rollCodePoints(text.bytes, floor, offer);
  }
}

function rollBytes(bytes, floor, offer) {
  let high = 0;
  let low = 0;
  for (let i = 0; i < LENGTH; i++) {
    const top = high >>> 24;
    high = (high << 8) | (low >>> 24);
    low = (low << 8) ^ REDUCED[top] ^ bytes[i];
  }
  let least = floor();
  for (let from = 0, to = LENGTH, end = bytes.length; ; from++, to++) {
    if (high >>> 0 >= least) {
      offer(high, low, from, to);
      least = floor();
    }
    if (to === end) {
      return;
    }
    const top = high >>> 24;
    const leaving = 2 * bytes[from];
    high = ((high << 8) | (low >>> 24)) ^ LEAVING[leaving];
    low = (low << 8) ^ REDUCED[top] ^ bytes[to] ^ LEAVING[leaving + 1];
  }
}

function rollCodePoints(bytes, floor, offer) {
  let high = 0;
  let low = 0;
  let least = floor();
  let from = 0;
  let codePoints = 0;
  for (let to = 0; to < bytes.length; ) {
    if (codePoints === LENGTH) {
      const next = from + sequenceLength(bytes[from]);
      for (; from < next; from++) {
        const place = (to - from - 1) * 32;
        const first = 2 * (place + (bytes[from] & 15));
        const second = 2 * (place + 16 + (bytes[from] >>> 4));
        high ^= BY_NIBBLE[first] ^ BY_NIBBLE[second];
        low ^= BY_NIBBLE[first + 1] ^ BY_NIBBLE[second + 1];
      }
    } else {
      codePoints++;
    }
    const next = to + sequenceLength(bytes[to]);
    for (; to < next; to++) {
      const top = high >>> 24;
      high = (high << 8) | (low >>> 24);
      low = (low << 8) ^ REDUCED[top] ^ bytes[to];
    }
    if (codePoints === LENGTH && high >>> 0 >= least) {
      offer(high, low, from, to);
      least = floor();
    }
  }
}

function sequenceLength(lead) {
  return lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
}

const seen = new Uint8Array(256);

/** Whether a shingle has enough different bytes: rows of one character are in every mail. */
export function isVaried(bytes, from, to) {
  seen.fill(0);
  let different = 0;
  for (let i = from; i < to && different < LEAST_BYTES; i++) {
    different += 1 - seen[bytes[i]];
    seen[bytes[i]] = 1;
  }
  return different === LEAST_BYTES;
}
