// SHA-256 (FIPS 180-4), computed here: WebCrypto's takes another thread's turn for each hash.

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

const K = new Int32Array(64);
const START = new Int32Array(8);

/** The first 32 bits behind the point of roots of the first primes. */
for (let prime = 2, count = 0; count < 64; prime++) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= prime && isPrime; factor++) {
    isPrime = prime % factor !== 0;
  }
  if (isPrime) {
    if (count < START.length) {
      START[count] = fraction(Math.sqrt(prime));
    }
    K[count++] = fraction(Math.cbrt(prime));
  }
}

function fraction(root) {
  return ((root - Math.floor(root)) * 0x100000000) | 0;
}

const words = new Int32Array(64);

/** The digits of the hash of byte arrays behind each other. */
export function sha256(arrays) {
  const length = arrays.reduce((sum, array) => sum + array.length, 0);
  const blocks = Math.ceil((length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const padded = new Uint8Array(blocks * BLOCK_BYTES);
  let at = 0;
  for (const array of arrays) {
    padded.set(array, at);
    at += array.length;
  }
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, length << 3);
  const state = START.slice();
  for (let block = 0; block < padded.length; block += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) {
      words[i] = view.getInt32(block + 4 * i);
    }
    addBlock(state);
  }
  return digits(state);
}

/** The digits of the hash of the hash, and so on: hashed `rounds` times in all. */
export function sha256Chained(bytes, rounds) {
  const hash = sha256([bytes]);
  const state = new Int32Array(8);
  for (let i = 0; i < state.length; i++) {
    state[i] = parseInt(hash.substring(8 * i, 8 * i + 8), 16);
  }
  for (let round = 1; round < rounds; round++) {
    words.fill(0, 0, 16);
    words.set(state);
    words[8] = 0x80000000;
    words[15] = 8 * 4 * state.length;
    state.set(START);
    addBlock(state);
  }
  return digits(state);
}

function digits(state) {
  let hex = "";
  for (const word of state) {
    hex += (word >>> 0).toString(16).padStart(8, "0");
  }
  return hex;
}

/** Rotations are written out: where nothing is compiled a call takes as long as the rest. */
function addBlock(state) {
  for (let i = 16; i < 64; i++) {
    const w15 = words[i - 15];
    const w2 = words[i - 2];
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + K[i] + words[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** Digits of bytes. */
export function hexOf(bytes) {
  let hex = "";
  for (const byte of bytes) {
    hex += (byte < 16 ? "0" : "") + byte.toString(16);
  }
  return hex;
}
