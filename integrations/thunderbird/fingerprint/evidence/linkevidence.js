// The domains and pages that a mail links to (LinkEvidence).

import { SHARED_LINK_HOSTS } from "../tables/domainlists.js";
import { DomainList } from "./domainlist.js";
import { organisational } from "./domains.js";
import { hashOf, hashOfDomain } from "./evidencehash.js";
import { ascending } from "./evidencekeys.js";
import { KINDS } from "./evidencekind.js";
import { patternOfHost, patternOfPath } from "./linkpattern.js";

const SHARED = new DomainList(SHARED_LINK_HOSTS);
const MOST_DOMAINS = 5;
const MOST_PAGES = 2;
const LEAST_WORDS = 1;
const LEAST_EXACT = 7;

/** Adds them; `sender` is the domain of the author's address, or null. */
export function collectLinks({ links }, parties, sender, keys) {
  const domains = new Set();
  const pages = new Set();
  for (const link of links) {
    const domain = organisational(link.host);
    const own = domain ?? link.host;
    const isSender = domain !== null && sender === domain;
    if (isSender) {
      keys.add(KINDS.LINK, hashOfDomain(own));
    }
    if (parties.receives(own) || (domain === null && !isNumeric(own))) {
      continue;
    }
    // To its owner's mail a host that everybody links to is one of his own.
    if (SHARED.contains(link.host) && !isSender) {
      addExact(link, pages);
      keys.add(KINDS.HOST, hashOfDomain(own));
    } else {
      if (!isSender) {
        domains.add(hashOfDomain(own));
      }
      addPage(link, own, pages);
    }
  }
  for (const hash of ascending(domains).slice(0, MOST_DOMAINS)) {
    keys.add(KINDS.LINK, hash);
  }
  for (const hash of ascending(pages).slice(0, MOST_PAGES)) {
    keys.add(KINDS.LINK, hash);
  }
}

/** Whether it is an IPv4 address. */
function isNumeric(host) {
  return /^[0-9.]*$/.test(host) && host.split(".").length === 4;
}

function addPage(link, domain, pages) {
  const path = patternOfPath(link.path, LEAST_WORDS);
  if (path !== "") {
    pages.add(hashOf("page", patternOfHost(link.host, domain) + path));
  }
}

function addExact({ host, path }, pages) {
  if (path.length >= LEAST_EXACT) {
    pages.add(hashOf("page", host + path));
  }
}
