// Who has passed a mail on, as they sealed it (ForwardingChain).

import { lowerCased, strip } from "../javatext.js";
import { parsedResults } from "./authenticationresults.js";

const LONGEST = 50;
const BLANKS = "[ \\t\\n\\v\\f\\r]*";
const INSTANCE = new RegExp(
  `^${BLANKS}i${BLANKS}=${BLANKS}([0-9]{1,2})${BLANKS};([^\\n\\r\\u0085\\u2028\\u2029]*)$`,
);

/**
 * `{sealers, received}`: the domain of each, and what the first one's server said. Null if there is
 * none, or one that does not hang together: a number that is missing, or there twice.
 */
export function forwardingChain(header) {
  const sealers = new Map();
  for (const seal of header.all("arc-seal")) {
    const tags = tagsOf(seal);
    const number = numberOf(tags.get("i") ?? "");
    const domain = lowerCased(tags.get("d") ?? "");
    if (number === null || domain === "" || sealers.has(number)) {
      return null;
    }
    sealers.set(number, domain);
  }
  const found = new Map();
  for (const results of header.all("arc-authentication-results")) {
    const match = INSTANCE.exec(results);
    const number = match === null ? null : numberOf(match[1]);
    if (number === null || found.has(number)) {
      return null;
    }
    found.set(number, match[2]);
  }
  const numbers = Array.from({ length: sealers.size }, (_, i) => i + 1);
  const isWhole =
    sealers.size > 0 &&
    found.size === sealers.size &&
    numbers.every((number) => sealers.has(number) && found.has(number));
  const received = isWhole ? parsedResults(found.get(1)) : null;
  return received === null ? null : { sealers: [...sealers.values()], received };
}

function numberOf(digits) {
  const number = /^[0-9]{1,2}$/.test(digits) ? Number(digits) : 0;
  return number >= 1 && number <= LONGEST ? number : null;
}

/** A list of `tag=value`; of two with one name the list says nothing. */
function tagsOf(list) {
  const tags = new Map();
  for (const tag of list.split(";")) {
    const equals = tag.indexOf("=");
    const name = strip(tag.substring(0, equals));
    if (equals > 0) {
      if (tags.has(name)) {
        return new Map();
      }
      tags.set(name, strip(tag.substring(equals + 1)));
    }
  }
  return tags;
}
