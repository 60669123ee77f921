// Where web and mail addresses in running text begin and end (WebAddress).

import { isLetterOrDigit } from "./unicode.js";

const units = (text) => [...text].map((c) => c.charCodeAt(0));
const PROTOCOLS = ["https", "http", "ftp"].map(units);
const WWW = units("www");
const COLON = 58;
const POINT = 46;
const AT = 64;
const LOCAL = new Set(units(".-_+=%"));
const BEHIND_HOST = new Set(units("/?#:"));
const BEHIND_ADDRESS = new Set(units("<>\"')]}"));

/** Where an address begins of which a colon, point or at sign is the first mark, or -1. */
export function addressStart(text, from, mark) {
  switch (text[mark]) {
    case COLON:
      return protocolStart(text, from, mark);
    case POINT:
      return wwwStart(text, from, mark);
    case AT:
      return localPartStart(text, from, mark);
    default:
      return -1;
  }
}

function protocolStart(text, from, end) {
  if (text[end + 1] === 47 && text[end + 2] === 47) {
    for (const protocol of PROTOCOLS) {
      const start = end - protocol.length;
      if (start >= from && isAt(text, start, protocol)) {
        return start;
      }
    }
  }
  return -1;
}

function wwwStart(text, from, end) {
  const start = end - WWW.length;
  const apart = start >= from && (start === 0 || !isAsciiAlphanumeric(text[start - 1]));
  return apart && isAt(text, start, WWW) ? start : -1;
}

function localPartStart(text, from, end) {
  let start = end;
  while (start > from && isLocalPart(text[start - 1])) {
    start--;
  }
  return start < end ? start : -1;
}

function isAt(text, index, lower) {
  return lower.every((wanted, i) => (text[index + i] | 0x20) === wanted);
}

/** Behind the host that begins at an index. */
export function hostEnd(text, i) {
  let end = i;
  while (end < text.length && !BEHIND_HOST.has(text[end]) && !endsAddress(text[end])) {
    end++;
  }
  return end;
}

/** Behind the whole address, of which an index is in or behind the host. */
export function addressEnd(text, i) {
  let end = i;
  while (end < text.length && !endsAddress(text[end])) {
    end++;
  }
  return end;
}

/** Behind the domain of a mail address that begins at an index. */
export function domainEnd(text, i) {
  let end = i;
  while (
    end < text.length &&
    (isAsciiAlphanumeric(text[end]) || text[end] === POINT || text[end] === 45)
  ) {
    end++;
  }
  return end;
}

function isLocalPart(c) {
  return isAsciiAlphanumeric(c) || LOCAL.has(c);
}

function endsAddress(c) {
  return c <= 32 || BEHIND_ADDRESS.has(c) || (c >= 0x80 && !isLetterOrDigit(c));
}

function isAsciiAlphanumeric(c) {
  const lower = c | 0x20;
  return (lower >= 97 && lower <= 122) || (c >= 48 && c <= 57);
}
