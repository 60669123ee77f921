// Charsets decoded as Java 17 does: browsers know fewer, and map some bytes otherwise.

import { decodeEucJp, decodeIso2022Jp, decodeIso2022Kr } from "./eastasian.js";
import { NAMES } from "./tables/charsets.js";
import { NONE, fourBytes, pairedTable, singleTable } from "./tables.js";
import { Units } from "./units.js";
import { decodeUtf16, decodeUtf32 } from "./utf16.js";
import { decodeUtf8, textOf } from "./utf8.js";

/** A charset that Java decodes and this code does not: those of mainframes, mostly. */
export class Undecodable extends Error {
  constructor(charset) {
    super(`text in ${charset} is not decoded by the add-on`);
    this.charset = charset;
  }
}

const BIG = true;
const LITTLE = false;

const OTHERS = new Map([
  ["utf-8", decodeUtf8],
  ["utf-16", (bytes) => decodeUtf16(bytes, null, BIG)],
  ["utf-16be", (bytes) => decodeUtf16(bytes, BIG, BIG)],
  ["utf-16le", (bytes) => decodeUtf16(bytes, LITTLE, LITTLE)],
  ["x-utf-16le-bom", (bytes) => decodeUtf16(bytes, null, LITTLE)],
  ["utf-32", (bytes) => decodeUtf32(bytes, null)],
  ["utf-32be", (bytes) => decodeUtf32(bytes, BIG)],
  ["utf-32le", (bytes) => decodeUtf32(bytes, LITTLE)],
  ["euc-jp", decodeEucJp],
  ["iso-2022-jp", (bytes) => decodeIso2022Jp(bytes, false)],
  ["iso-2022-jp-2", (bytes) => decodeIso2022Jp(bytes, true)],
  ["iso-2022-kr", decodeIso2022Kr],
]);

/** Name or alias, in lower case, to the charset's own name. */
const names = new Map();
for (const all of NAMES.split(",")) {
  const [own] = all.split(" ");
  for (const name of all.split(" ")) {
    names.set(name, own);
  }
}

/** Whether a name in lower case is that of a charset. */
export function isCharset(name) {
  return names.has(name);
}

/** Decodes bytes as a charset of that name; what stands for nothing becomes U+FFFD. */
export function decodeAs(bytes, name) {
  const charset = names.get(name);
  const other = OTHERS.get(charset);
  if (other !== undefined) {
    return other(bytes);
  }
  const single = singleTable(charset);
  if (single !== null) {
    return decodeSingle(bytes, single);
  }
  const paired = pairedTable(charset);
  if (paired !== null) {
    return paired.rule === "LONG" ? decodeGb18030(bytes, paired) : decodePaired(bytes, paired);
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

function decodePaired(bytes, table) {
  const out = new Units(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    const b1 = bytes[i];
    let c = table.cells[b1];
    if (c === NONE && i + 1 < bytes.length) {
      c = table.pair(b1, bytes[i + 1]);
      i += c !== NONE || !table.passesOne(b1, bytes[i + 1]) ? 1 : 0;
    }
    out.push(c);
  }
  return out.text;
}

function decodeGb18030(bytes, table) {
  const out = new Units(bytes.length);
  for (let i = 0; i < bytes.length; ) {
    const b1 = bytes[i];
    const left = bytes.length - i;
    if (b1 < 0x80) {
      out.push(b1);
      i++;
    } else if (b1 === 0x80 || b1 === 0xff) {
      out.push(NONE);
      i++;
    } else if (left < 2) {
      out.push(NONE);
      break;
    } else if (bytes[i + 1] < 0x30) {
      out.push(NONE);
      i++;
    } else if (bytes[i + 1] > 0x39) {
      out.push(table.pair(b1, bytes[i + 1]));
      i += 2;
    } else if (left < 4) {
      out.push(NONE);
      break;
    } else if (bytes[i + 2] < 0x81 || bytes[i + 2] === 0xff) {
      out.push(NONE);
      i += 3;
    } else {
      out.push(fourByteCharacter(b1, bytes[i + 1], bytes[i + 2], bytes[i + 3]));
      i += 4;
    }
  }
  return out.text;
}

function fourByteCharacter(b1, b2, b3, b4) {
  if (b4 < 0x30 || b4 > 0x39) {
    return NONE;
  }
  const offset = (((b1 - 0x81) * 10 + b2 - 0x30) * 126 + b3 - 0x81) * 10 + b4 - 0x30;
  if (offset < fourBytes().length) {
    return fourBytes()[offset];
  }
  return offset >= 0x2e248 && offset < 0x12e248 ? offset - 0x1e248 : NONE;
}
