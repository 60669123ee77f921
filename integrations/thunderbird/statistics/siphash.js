// SipHash-1-3 in halves of 32 bits, for BigInt takes a hundred times as long (TokenHash.keyed).

/** A function of `(bytes, from, to)` to the hash as a BigInt; `key` is of 32 hexadecimal digits. */
export function keyedHash(key) {
  const [k0h, k0l, k1h, k1l] = [0, 8, 16, 24].map((at) => parseInt(key.slice(at, at + 8), 16) | 0);
  const start = [
    k0h ^ 0x736f6d65, k0l ^ 0x70736575, k1h ^ 0x646f7261, k1l ^ 0x6e646f6d,
    k0h ^ 0x6c796765, k0l ^ 0x6e657261, k1h ^ 0x74656462, k1l ^ 0x79746573,
  ];
  return (bytes, from, to) => hash(start, bytes, from, to);
}

function hash(start, bytes, from, to) {
  let [v0h, v0l, v1h, v1l, v2h, v2l, v3h, v3l] = start;
  const words = ((to - from) >> 3) + 1;
  for (let round = 0, at = from; round < words + 3; round++, at += 8) {
    let high = 0;
    let low = 0;
    if (round < words) {
      for (let i = Math.min(to - at, 8) - 1; i >= 0; i--) {
        if (i >= 4) {
          high |= bytes[at + i] << (8 * (i - 4));
        } else {
          low |= bytes[at + i] << (8 * i);
        }
      }
      high |= round === words - 1 ? (to - from) << 24 : 0;
      v3h ^= high;
      v3l ^= low;
    } else if (round === words) {
      v2l ^= 0xff;
    }
    let sum = (v0l >>> 0) + (v1l >>> 0);
    v0h = (v0h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0;
    v0l = sum | 0;
    sum = (v2l >>> 0) + (v3l >>> 0);
    v2h = (v2h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0;
    v2l = sum | 0;
    let h = ((v1h << 13) | (v1l >>> 19)) ^ v0h;
    v1l = ((v1l << 13) | (v1h >>> 19)) ^ v0l;
    v1h = h;
    h = ((v3h << 16) | (v3l >>> 16)) ^ v2h;
    v3l = ((v3l << 16) | (v3h >>> 16)) ^ v2l;
    v3h = h;
    sum = (v0h >>> 0) + (v3l >>> 0); // v0 turned by 32
    v0h = (v0l + v3h + (sum > 0xffffffff ? 1 : 0)) | 0;
    v0l = sum | 0;
    sum = (v2l >>> 0) + (v1l >>> 0);
    v2h = (v2h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0;
    v2l = sum | 0;
    h = ((v1h << 17) | (v1l >>> 15)) ^ v2h;
    v1l = ((v1l << 17) | (v1h >>> 15)) ^ v2l;
    v1h = h;
    h = ((v3h << 21) | (v3l >>> 11)) ^ v0h;
    v3l = ((v3l << 21) | (v3h >>> 11)) ^ v0l;
    v3h = h;
    h = v2h;
    v2h = v2l;
    v2l = h;
    v0h ^= high;
    v0l ^= low;
  }
  const high = (v0h ^ v1h ^ v2h ^ v3h) >>> 0;
  const low = (v0l ^ v1l ^ v2l ^ v3l) >>> 0;
  return (BigInt(high) << 32n) | BigInt(low);
}
