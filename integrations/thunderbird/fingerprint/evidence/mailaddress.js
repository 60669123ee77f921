// Mail addresses, read as servers read them (MailAddress).

import { lowerCased } from "../javatext.js";
import { isLetter, isLetterOrDigit } from "../unicode.js";
import { asciiOf, organisational } from "./domains.js";

const LOOKED_AT = 4;
const LONGEST_LOCAL = 64;
const LONGEST_HOST = 253;
const ASCII_HOST = /[a-z0-9.-]/i;
const ASCII_LOCAL = /[a-z0-9.\-_+=]/i;

/**
 * Adds the addresses in running text or in a field, `{local, host, domain}` by what they are as
 * text, unless there are `most`.
 */
export function collectAddresses(text, most, to) {
  let looked = 0;
  for (
    let at = text.indexOf("@");
    at >= 0 && to.size < most && looked < LOOKED_AT * most;
    at = text.indexOf("@", at + 1)
  ) {
    looked++;
    let start = at;
    const earliest = Math.max(0, at - LONGEST_LOCAL);
    while (start > earliest && isLocal(text, start - 1)) {
      start--;
    }
    let end = at + 1;
    const latest = Math.min(text.length, at + LONGEST_HOST);
    while (end < latest && isHost(text, end)) {
      end++;
    }
    while (end > at && !isLetterOrDigit(text.charCodeAt(end - 1))) {
      end--;
    }
    if (start < at && end > at + 1) {
      const address = addressOf(text.substring(start, at), text.substring(at + 1, end));
      if (address !== null && !to.has(textOf(address))) {
        to.set(textOf(address), address);
      }
    }
  }
}

/** An address as it is written. */
export function textOf({ local, host }) {
  return local + "@" + host;
}

function addressOf(written, domain) {
  const local = lowerCased(written);
  let from = 0;
  while (from < local.length && !isLetterOrDigit(local.charCodeAt(from))) {
    from++;
  }
  const plus = local.indexOf("+", from);
  const name = local.substring(from, plus > from ? plus : local.length);
  const host = name === "" ? null : asciiOf(domain);
  const owner = host === null ? null : organisational(host);
  if (owner === null) {
    return null;
  }
  return owner === "gmail.com" || owner === "googlemail.com"
    ? { local: name.replaceAll(".", ""), host: "gmail.com", domain: "gmail.com" }
    : { local: name, host, domain: owner };
}

function isLocal(text, at) {
  const c = text.charCodeAt(at);
  return c < 0x80 ? ASCII_LOCAL.test(text[at]) : isLetter(c);
}

function isHost(text, at) {
  const c = text.charCodeAt(at);
  return c < 0x80 ? ASCII_HOST.test(text[at]) : isLetterOrDigit(c) || c === 0x3002;
}
