// The 64-bit Rabin fingerprint over x^64 + x^4 + x^3 + x + 1, as pairs of 32-bit words (Rabin64).

/** The widest window that can be rolled, in bytes: 50 code points of four bytes. */
const MAX_WINDOW_BYTES = 200;

/** top(x) * x^64 mod P(x) for each byte that is shifted out; it has 12 bits. */
export const REDUCED = new Int32Array(256);
for (let top = 0; top < 256; top++) {
  const once = top ^ (top << 1);
  REDUCED[top] = once ^ (once << 3);
}

/** What each byte adds that has so many bytes behind it: high and low words by turns. */
export function contributions(position) {
  const table = new Int32Array(512);
  for (let byte = 1; byte < 256; byte++) {
    let high = 0;
    let low = byte;
    for (let i = 0; i < position; i++) {
      const top = high >>> 24;
      high = (high << 8) | (low >>> 24);
      low = (low << 8) ^ REDUCED[top];
    }
    table[2 * byte] = high;
    table[2 * byte + 1] = low;
  }
  return table;
}

/** The same for each place of a window whose length varies, by halves of a byte. */
export const BY_NIBBLE = new Int32Array(MAX_WINDOW_BYTES * 64);
for (let nibble = 1; nibble < 16; nibble++) {
  for (const half of [0, 1]) {
    let high = 0;
    let low = nibble << (4 * half);
    for (let position = 0; position < MAX_WINDOW_BYTES; position++) {
      const at = 2 * (position * 32 + 16 * half + nibble);
      BY_NIBBLE[at] = high;
      BY_NIBBLE[at + 1] = low;
      const top = high >>> 24;
      high = (high << 8) | (low >>> 24);
      low = (low << 8) ^ REDUCED[top];
    }
  }
}
