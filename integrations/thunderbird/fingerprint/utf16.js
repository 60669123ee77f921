// UTF-16 and UTF-32 as Java decodes them.

import { Units } from "./units.js";

const NONE = 0xfffd;

/** Decodes UTF-16; of unknown order (null) a mark says which it is, else the usual. */
export function decodeUtf16(bytes, expected, usual) {
  const out = new Units(bytes.length >> 1);
  let big = expected;
  const unit = (i) =>
    big ? (bytes[i] << 8) | bytes[i + 1] : (bytes[i + 1] << 8) | bytes[i];
  let i = 0;
  for (; i + 1 < bytes.length; i += 2) {
    if (big === null) {
      const mark = (bytes[i] << 8) | bytes[i + 1];
      big = mark === 0xfeff || (mark !== 0xfffe && usual);
      if (mark === 0xfeff || mark === 0xfffe) {
        continue;
      }
    }
    const c = unit(i);
    if (c >= 0xd800 && c <= 0xdbff) {
      if (i + 3 >= bytes.length) {
        break;
      }
      const low = unit(i + 2);
      const pair = low >= 0xdc00 && low <= 0xdfff;
      out.push(pair ? 0x10000 + ((c & 0x3ff) << 10) + (low & 0x3ff) : NONE);
      i += 2;
    } else {
      out.push(c >= 0xdc00 && c <= 0xdfff ? NONE : c);
    }
  }
  if (i < bytes.length) {
    out.push(NONE);
  }
  return out.text;
}

/** Decodes UTF-32; of unknown order (null) a mark says which it is, else the high byte is first. */
export function decodeUtf32(bytes, expected) {
  const out = new Units(bytes.length >> 1);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let big = expected ?? true;
  let i = 0;
  if (bytes.length >= 4) {
    const mark = view.getUint32(0);
    if (mark === 0xfeff && expected !== false) {
      big = true;
      i = 4;
    } else if (mark === 0xfffe0000 && expected !== true) {
      big = false;
      i = 4;
    }
  }
  for (; i + 3 < bytes.length; i += 4) {
    const c = view.getUint32(i, !big);
    out.push(c <= 0x10ffff ? c : NONE);
  }
  if (i < bytes.length) {
    out.push(NONE);
  }
  return out.text;
}
