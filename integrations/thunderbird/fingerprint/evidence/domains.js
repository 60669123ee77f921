// Names of hosts and the domains that they belong to (Domains, Guava's InternetDomainName).

import { EXACT, EXCLUDED, UNDER } from "../tables/publicsuffixes.js";
import { toAscii } from "./idn.js";

const LONGEST = 253;
const LONGEST_LABEL = 63;
const MOST_LABELS = 127;
const LABEL = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/;
const IS_ASCII = /^[\0-\x7f]*$/;

/** Most mails name the same few hosts. */
const known = new Map();
const MOST_KNOWN = 2000;

/** The domain that somebody has registered and of which a host is a part, or null. */
export function organisational(host) {
  const name = asciiOf(host);
  if (name === null) {
    return null;
  }
  let domain = known.get(name);
  if (domain === undefined) {
    domain = registered(name);
    if (known.size === MOST_KNOWN) {
      known.clear();
    }
    known.set(name, domain);
  }
  return domain;
}

/** A host's name in lower case and ASCII, without a point at its end; null if it cannot be one. */
export function asciiOf(host) {
  if (host === "" || host.length > LONGEST) {
    return null;
  }
  const ascii = IS_ASCII.test(host) ? host : toAscii(host);
  const name = ascii === null ? "" : withoutPoint(ascii.toLowerCase());
  return name === "" ? null : name;
}

function withoutPoint(name) {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

function registered(host) {
  const name = withoutPoint(host);
  const labels = name.split(".");
  const from = isHostName(host, name, labels) ? suffixStart(labels) : -1;
  return from > 0 ? labels.slice(from - 1).join(".") : null;
}

/** Whether it may be the name of a host, and no address of numbers. */
function isHostName(host, name, labels) {
  return (
    (/[a-z]$/.test(host) || host.includes("xn--")) &&
    labels.length > 1 &&
    labels.length <= MOST_LABELS &&
    name.length <= LONGEST &&
    labels.every((label) => label.length <= LONGEST_LABEL && LABEL.test(label)) &&
    !/^[0-9]/.test(labels.at(-1))
  );
}

/** The label with which the public suffix begins, the longest that is one; -1 if there is none. */
function suffixStart(labels) {
  let start = -1;
  let name = "";
  for (let i = labels.length - 1; i >= 0; i--) {
    name = name === "" ? labels[i] : `${labels[i]}.${name}`;
    start = EXCLUDED.has(name) ? i + 1 : start;
    start = EXACT.has(name) ? i : start;
    start = i > 0 && UNDER.has(name) ? i - 1 : start;
  }
  return start;
}
