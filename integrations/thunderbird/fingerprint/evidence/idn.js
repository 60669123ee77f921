// International names of hosts in ASCII (RFC 3490), as java.net.IDN makes them with unassigned
// characters allowed: each label by Nameprep (RFC 3491) and Punycode (RFC 3492).

import { lowerCase } from "../unicode.js";
import { CLASSES, MAPPED } from "../tables/nameprep.js";

const SEPARATORS = /[.\u3002\uff0e\uff61]/;
const BEYOND_ASCII = /[^\0-\x7f]/;
const PREFIX = "xn--";
const LONGEST_LABEL = 63;

/** What a character becomes: by its kind, a third of its class. */
const DELETED = 1;
const PROHIBITED = 2;
const UNASSIGNED = 3;
const LISTED = 4;

/** Which way it is written, the rest of its class. */
const TO_RIGHT = 1;
const TO_LEFT = 2;

const classes = new Uint8Array(0x110000);
{
  let at = 0;
  for (const [, kind, length] of CLASSES.matchAll(/([A-O])([0-9a-z]+)/g)) {
    const end = at + parseInt(length, 36);
    classes.fill(kind.charCodeAt(0) - 65, at, end);
    at = end;
  }
}

/** A name in ASCII, or null if it cannot be one. */
export function toAscii(host) {
  const labels = [];
  const written = host.split(SEPARATORS);
  const end = written.length > 1 && written.at(-1) === "" ? written.length - 1 : written.length;
  for (const label of written.slice(0, end)) {
    const ascii = BEYOND_ASCII.test(label) ? encoded(label) : label;
    if (ascii === null || ascii === "" || ascii.length > LONGEST_LABEL) {
      return null;
    }
    labels.push(ascii);
  }
  return labels.join(".") + (end < written.length ? "." : "");
}

function encoded(label) {
  const prepared = nameprep(label);
  if (prepared === null || !BEYOND_ASCII.test(prepared)) {
    return prepared;
  }
  const codePoints = Array.from(prepared, (c) => c.codePointAt(0));
  const hasPrefix = prepared.slice(0, PREFIX.length).toLowerCase() === PREFIX;
  return hasPrefix || codePoints.length > LONGEST_LABEL
    ? null
    : PREFIX + punycode(codePoints).toLowerCase();
}

/** Null if there is something in it that must not be. */
function nameprep(label) {
  let out = "";
  let assigned = "";
  for (const c of label) {
    const codePoint = c.codePointAt(0);
    const kind = Math.floor(classes[codePoint] / 3);
    if (kind === UNASSIGNED) {
      out += assigned.normalize("NFKC") + c;
      assigned = "";
    } else if (kind === LISTED) {
      assigned += MAPPED.get(c);
    } else if (kind === PROHIBITED) {
      return null;
    } else if (kind !== DELETED) {
      assigned += small(c);
    }
  }
  out += assigned.normalize("NFKC");
  return isAllowed(out) ? out : null;
}

/** In a composed form without capitals. */
function small(c) {
  const letters = Array.from(c.normalize("NFKC"), (letter) => lowerCase(letter.codePointAt(0)));
  return String.fromCodePoint(...letters).normalize("NFKC");
}

function isAllowed(prepared) {
  const all = Array.from(prepared, (c) => classes[c.codePointAt(0)]);
  const toLeft = all.some((one) => one % 3 === TO_LEFT);
  return (
    !all.some((one) => Math.floor(one / 3) === PROHIBITED) &&
    (!toLeft ||
      (!all.some((one) => one % 3 === TO_RIGHT) &&
        all[0] % 3 === TO_LEFT &&
        all.at(-1) % 3 === TO_LEFT))
  );
}

const BASE = 36;
const LEAST_THRESHOLD = 1;
const MOST_THRESHOLD = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST = 128;

function punycode(codePoints) {
  const basic = codePoints.filter((codePoint) => codePoint < FIRST);
  let out = String.fromCharCode(...basic) + (basic.length > 0 ? "-" : "");
  let bias = FIRST_BIAS;
  let delta = 0;
  let last = FIRST;
  for (let handled = basic.length; handled < codePoints.length; ) {
    const next = Math.min(...codePoints.filter((codePoint) => codePoint >= last));
    delta += (next - last) * (handled + 1);
    for (const codePoint of codePoints) {
      if (codePoint < next) {
        delta++;
      } else if (codePoint === next) {
        out += variable(delta, bias);
        bias = adapted(delta, handled + 1, handled === basic.length);
        delta = 0;
        handled++;
      }
    }
    delta++;
    last = next + 1;
  }
  return out;
}

/** A number in digits of which each says whether it is the last. */
function variable(number, bias) {
  let digits = "";
  let rest = number;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(MOST_THRESHOLD, Math.max(LEAST_THRESHOLD, k - bias));
    if (rest < threshold) {
      return digits + digit(rest);
    }
    digits += digit(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function digit(value) {
  return String.fromCharCode(value < 26 ? 97 + value : 22 + value);
}

function adapted(delta, handled, first) {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / handled);
  let k = 0;
  for (; rest > ((BASE - LEAST_THRESHOLD) * MOST_THRESHOLD) / 2; k += BASE) {
    rest = Math.floor(rest / (BASE - LEAST_THRESHOLD));
  }
  return k + Math.floor(((BASE - LEAST_THRESHOLD + 1) * rest) / (rest + SKEW));
}
