// An address in the web, read as browsers do (MailLink).

import { asciiLowerCased, isAt } from "../javatext.js";
import { decodeUtf8, utf8Bytes } from "../utf8.js";
import { asciiOf } from "./domains.js";

const LONGEST = 2000;
const SCHEMES = ["https:", "http:", "ftp:", "//"];
const PERCENT = 37;

/** `{host, path}`, the host in lower case and ASCII; null for what is no address of the web. */
export function linkOf(written) {
  const url = plain(written.substring(0, LONGEST));
  let from = behindScheme(url);
  if (from < 0) {
    return null;
  }
  while (url[from] === "/") {
    from++;
  }
  let end = from;
  while (end < url.length && !"/?#".includes(url[end])) {
    end++;
  }
  const hash = url.indexOf("#", end);
  const path = url.substring(end, hash < 0 ? url.length : hash);
  const host = hostOf(url.substring(from, end));
  return host === null ? null : { host, path };
}

/** The address that a link passes a reader on to, if it is written in it, or null. */
export function innerLink({ path }) {
  const lower = asciiLowerCased(path);
  for (let at = lower.indexOf("http"); at >= 0; at = lower.indexOf("http", at + 1)) {
    const colon = lower.startsWith("https", at) ? at + 5 : at + 4;
    if (lower.startsWith(":/", colon)) {
      return linkOf(path.substring(at));
    }
    const end = path.indexOf("&", at);
    const inner = path.substring(at, end < 0 ? path.length : end);
    if (lower.startsWith("%3a%2f", colon) || lower.startsWith("%253a%252f", colon)) {
      const once = unescaped(inner);
      return linkOf(once.includes("%") ? unescaped(once) : once);
    }
    if (lower.startsWith("-3a__", colon)) {
      return linkOf(unescaped(inner.replaceAll("_", "/").replaceAll("-", "%")));
    }
  }
  return null;
}

function hostOf(authority) {
  const host = authority.substring(authority.lastIndexOf("@") + 1);
  const colon = host.indexOf(":");
  const name = asciiOf(unescaped(colon < 0 ? host : host.substring(0, colon)));
  return name !== null && /^[a-z0-9_.-]*$/.test(name) && name.indexOf(".", 1) > 0 ? name : null;
}

/** Behind the scheme of a web address, or -1. */
function behindScheme(url) {
  const scheme = SCHEMES.find((one) => isAt(url, 0, one));
  return scheme !== undefined ? scheme.length : isAt(url, 0, "www.") ? 0 : -1;
}

function plain(url) {
  return url.replace(/[\0- ]/g, "").replaceAll("\\", "/");
}

/** With escapes of the kind %41 undone once. */
export function unescaped(text) {
  if (!text.includes("%")) {
    return text;
  }
  const bytes = utf8Bytes(text);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const escaped = bytes[i] === PERCENT && i + 2 < bytes.length;
    const high = escaped ? digit(bytes[i + 1]) : -1;
    const low = high < 0 ? -1 : digit(bytes[i + 2]);
    bytes[length++] = low < 0 ? bytes[i] : 16 * high + low;
    i += low < 0 ? 0 : 2;
  }
  return decodeUtf8(bytes.subarray(0, length));
}

function digit(byte) {
  if (byte >= 48 && byte <= 57) {
    return byte - 48;
  }
  const letter = (byte | 0x20) - 97;
  return byte > 64 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}
