// Text decoded as mail programs do: the declared charset, or what senders mean by it, and without a
// usable declaration UTF-8 if the bytes are that, else windows-1252 (LenientCharset).

import { decodeAs, isCharset } from "./decoders.js";
import { equalsIgnoringCase, trim } from "./javatext.js";
import { isBlank } from "./unicode.js";
import { strictUtf8 } from "./utf8.js";

/** Declared name to the charset that senders mean. */
const MEANT = new Map([
  ["iso-8859-1", "windows-1252"],
  ["latin1", "windows-1252"],
  ["iso-8859-9", "windows-1254"],
  ["iso-8859-11", "x-windows-874"],
  ["tis-620", "x-windows-874"],
  ["gb2312", "gb18030"],
  ["gbk", "gb18030"],
  ["shift_jis", "windows-31j"],
  ["shift-jis", "windows-31j"],
  ["x-sjis", "windows-31j"],
  ["x-big5-solaris", "big5"],
  ["big5_solaris", "big5"],
  ["ks_c_5601-1987", "x-windows-949"],
  ["euc-kr", "x-windows-949"],
  ["utf8", "utf-8"],
]);

/** Whether a name says anything: us-ascii is what stands there when nothing was declared. */
export function isDeclared(charset) {
  if (charset === null || isBlank(charset)) {
    return false;
  }
  const name = trim(charset);
  return !equalsIgnoringCase(name, "us-ascii") && !equalsIgnoringCase(name, "ascii");
}

/** Decodes bytes that a header or a page calls so, or that nobody calls anything (null). */
export function decode(bytes, declared) {
  if (isDeclared(declared)) {
    const name = trim(declared).toLowerCase();
    const meant = MEANT.get(name) ?? name;
    if (isCharset(meant)) {
      return decodeAs(bytes, meant);
    }
  }
  return strictUtf8(bytes) ?? decodeAs(bytes, "windows-1252");
}
