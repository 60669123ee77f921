// What a mail links to (MailLinks).

import { htmlText } from "../htmltext.js";
import { isAt, strip } from "../javatext.js";
import { isLetterOrDigit } from "../unicode.js";
import { innerLink, linkOf, unescaped } from "./maillink.js";

const MOST = 1000;
const LOOKED_AT = 4 * MOST;
const LONGEST = 2000;
const MOST_INNER = 3;
const LONGEST_TAG = 300;
const MAIL_TO = "mailto:";
const SCHEMES = ["https", "http", "ftp"];

/** `{links, mailTo}`: those in the web, each once, and what is behind `mailto:`. */
export function mailLinks(mail) {
  const written = new Set();
  let looked = 0;
  for (const part of mail.parts) {
    if (part.html) {
      looked = addAttributes(part.source, looked, written);
    }
    addAddresses(part.visible, written);
  }
  const links = new Map();
  const mailTo = [];
  for (const url of written) {
    if (isAt(url, 0, MAIL_TO)) {
      const end = url.indexOf("?");
      const to = end < MAIL_TO.length ? url.length : end;
      mailTo.push(unescaped(url.substring(MAIL_TO.length, to)));
      continue;
    }
    let link = linkOf(url);
    for (let i = 0; i < MOST_INNER && link !== null; i++) {
      links.set(`${link.host} ${link.path}`, link);
      link = innerLink(link);
    }
  }
  return { links: [...links.values()], mailTo };
}

/** Says how many have been looked at, with those before. */
function addAttributes(html, before, to) {
  let looked = before;
  for (
    let i = html.indexOf("=");
    i >= 0 && to.size < MOST && looked < LOOKED_AT;
    i = html.indexOf("=", i + 1)
  ) {
    let end = i;
    while (end > 0 && html.charCodeAt(end - 1) <= 32) {
      end--;
    }
    if (!isNamed("href", html, end) && !isNamed("action", html, end)) {
      continue;
    }
    looked++;
    if (!isOfStyles(html, end)) {
      let from = i + 1;
      while (from < html.length && html.charCodeAt(from) <= 32) {
        from++;
      }
      let value = html.substring(from, valueEnd(html, from));
      value = value === "" || value.charCodeAt(0) > 39 ? value : value.substring(1);
      to.add(strip(value.includes("&") ? htmlText(value, Infinity).written : value));
    }
  }
  return looked;
}

/** Whether the tag around is one that a reader cannot follow. */
function isOfStyles(html, end) {
  let tag = end;
  const earliest = Math.max(0, end - LONGEST_TAG);
  while (tag > earliest && html[tag] !== "<") {
    tag--;
  }
  return isAt(html, tag, "<link") || isAt(html, tag, "<base");
}

function isNamed(name, html, end) {
  const start = end - name.length;
  return (
    start > 0 &&
    isAt(html, start, name) &&
    (html.charCodeAt(start - 1) <= 32 || "\"'/".includes(html[start - 1]))
  );
}

function valueEnd(html, from) {
  const bound = Math.min(html.length, from + LONGEST);
  if (from >= bound) {
    return bound;
  }
  const quote = html[from];
  const quoted = quote === '"' || quote === "'";
  let i = quoted ? from + 1 : from;
  while (i < bound && (quoted ? html[i] !== quote : !endsBare(html.charCodeAt(i)))) {
    i++;
  }
  return i;
}

function endsBare(c) {
  return c <= 32 || c === 62;
}

function addAddresses(text, to) {
  let end = 0;
  for (let i = text.indexOf("://"); i >= 0 && to.size < MOST; i = text.indexOf("://", end)) {
    const start = schemeStart(text, i);
    end = start < 0 ? i + 1 : addressEnd(text, i);
    if (start >= 0) {
      to.add(text.substring(start, end));
    }
  }
  end = 0;
  for (let i = text.indexOf("."); i >= 0 && to.size < MOST; i = text.indexOf(".", end)) {
    const www = isWww(text, i - 3);
    end = www ? addressEnd(text, i) : i + 1;
    if (www) {
      to.add(text.substring(i - 3, end));
    }
  }
}

function schemeStart(text, colon) {
  const scheme = SCHEMES.find((one) => isAt(text, colon - one.length, one));
  return scheme === undefined ? -1 : colon - scheme.length;
}

/** Whether an address without a scheme begins here. */
function isWww(text, start) {
  return (
    isAt(text, start, "www") &&
    (start === 0 ||
      (!isLetterOrDigit(text.charCodeAt(start - 1)) && !"/.@-_".includes(text[start - 1])))
  );
}

function addressEnd(text, from) {
  const bound = Math.min(text.length, from + LONGEST);
  let end = from;
  while (end < bound && !endsAddress(text, end)) {
    end++;
  }
  while (end > from + 1 && ".,;:!?*_~".includes(text[end - 1])) {
    end--;
  }
  return end;
}

function endsAddress(text, at) {
  const c = text.charCodeAt(at);
  return c <= 32 || "<>\"'()[]{}|`".includes(text[at]) || (c >= 0x80 && !isLetterOrDigit(c));
}
