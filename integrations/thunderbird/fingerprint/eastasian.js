// Charsets that change what bytes stand for in the middle of a text, as Java decodes them.

import { NONE, jisPlane, pairedTable, singleTable } from "./tables.js";
import { Units } from "./units.js";

const ESC = 0x1b;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;

/** EUC-JP: kana of half width behind 0x8E, JIS X 0212 behind 0x8F, else JIS X 0208. */
export function decodeEucJp(bytes) {
  const out = new Units(bytes.length);
  const kana = singleTable("jis_x0201");
  for (let i = 0; i < bytes.length; ) {
    const b1 = bytes[i];
    const length = b1 < 0x80 ? 1 : b1 === 0x8f ? 3 : 2;
    if (i + length > bytes.length) {
      out.push(NONE);
      break;
    }
    const b2 = bytes[i + 1];
    if (length === 1) {
      out.push(b1);
    } else if (length === 3) {
      out.push(jisPlane(2)(b2 - 0x80, bytes[i + 2] - 0x80));
    } else if (b1 === 0x8e) {
      out.push(b2 < 0x80 ? NONE : kana[b2]);
    } else {
      out.push(jisPlane(1)(b1 - 0x80, b2 - 0x80));
    }
    i += length;
  }
  return out.text;
}

/** ISO-2022-JP; its second version has JIS X 0212 too. */
export function decodeIso2022Jp(bytes, second) {
  const out = new Units(bytes.length);
  let set = "ascii";
  let before = "ascii";
  for (let i = 0; i < bytes.length; ) {
    const b1 = bytes[i];
    if (b1 === ESC) {
      if (i + 3 > bytes.length) {
        out.push(NONE);
        break;
      }
      const designated = designation(bytes, i, second);
      if (designated.set === "missing") {
        out.push(NONE);
        break;
      }
      set = designated.set ?? set;
      if (designated.set === null) {
        out.push(NONE);
      }
      i += designated.length;
    } else if (b1 === SHIFT_OUT) {
      before = set;
      set = "kana";
      i++;
    } else if (b1 === SHIFT_IN) {
      set = before;
      i++;
    } else if (b1 >= 0x80) {
      out.push(NONE);
      i++;
    } else if (set === "0208" || set === "0212") {
      if (i + 2 > bytes.length) {
        out.push(NONE);
        break;
      }
      out.push(jisPlane(set === "0208" ? 1 : 2)(b1, bytes[i + 1]));
      i += 2;
    } else {
      out.push(single(set, b1));
      i++;
    }
  }
  return out.text;
}

function single(set, b) {
  switch (set) {
    case "roman":
      return b === 0x5c ? 0xa5 : b === 0x7e ? 0x203e : b;
    case "kana":
      return b > 0x5f ? NONE : b + 0xff40;
    default:
      return b;
  }
}

/** What an escape sequence designates, null for none that is known, and its length. */
function designation(bytes, i, second) {
  const [, b2, b3] = bytes.subarray(i, i + 3);
  if (b2 === 0x28) {
    const sets = { 0x42: "ascii", 0x4a: "roman", 0x49: "kana" };
    return { set: sets[b3] ?? null, length: 3 };
  }
  if (b2 !== 0x24) {
    return { set: null, length: 2 };
  }
  if (b3 === 0x28 && second) {
    if (i + 4 > bytes.length) {
      return { set: "missing", length: 3 };
    }
    return { set: bytes[i + 3] === 0x44 ? "0212" : null, length: 4 };
  }
  return { set: b3 === 0x40 || b3 === 0x42 ? "0208" : null, length: 3 };
}

/** ISO-2022-KR. */
export function decodeIso2022Kr(bytes) {
  const out = new Units(bytes.length);
  const korean = pairedTable("euc-kr");
  let shifted = false;
  for (let i = 0; i < bytes.length; ) {
    const b1 = bytes[i];
    const left = bytes.length - i;
    if (b1 === SHIFT_OUT || b1 === SHIFT_IN) {
      shifted = b1 === SHIFT_OUT;
      i++;
    } else if (b1 === ESC) {
      if (left < 4) {
        out.push(NONE);
        break;
      }
      const [, b2, b3, b4] = bytes.subarray(i, i + 4);
      if (b2 === 0x24 && b3 === 0x29 && b4 === 0x43) {
        i += 4;
      } else {
        out.push(NONE);
        i += b2 === 0x4e || b2 === 0x4f ? 4 : 2;
      }
    } else if (!shifted) {
      out.push(b1);
      i++;
    } else if (left < 2) {
      out.push(NONE);
      break;
    } else {
      out.push(korean.pair(b1 | 0x80, bytes[i + 1] | 0x80));
      i += 2;
    }
  }
  return out.text;
}
