// Who is proven to have sent a mail, by the word of servers that the peer trusts (SenderProof).

import { organisational } from "../evidence/domains.js";
import { isPublicMailDomain } from "../evidence/publicmaildomains.js";
import { MOST_FIELDS } from "../mailheader.js";
import { domainIn, parsedResults } from "./authenticationresults.js";
import { authorDomain } from "./author.js";
import { forwardingChain } from "./forwardingchain.js";

const PROVEN = "proven";
const REFUTED = "refuted";
const NOTHING = "nothing";

/** Nobody is trusted: nothing is proven. */
export const NO_PROOF = Object.freeze({ authservIds: [], hops: 0, forwarders: [] });

/**
 * The organisational domain that is proven to have sent a mail and that its author's address is of,
 * or null.
 *
 * @param proof whose word is taken, as a peer's status says: `{authservIds, hops, forwarders}`, names
 *     in lower case
 */
export function provenDomain(header, proof) {
  if (proof.authservIds.length === 0 || header.fields.length >= MOST_FIELDS) {
    return null;
  }
  const trusted = trustedResults(header, proof);
  const author = trusted.length === 0 ? null : authorDomain(header);
  return author !== null &&
    !isPublicMailDomain(author) &&
    (isProven(author, trusted) || isForwarded(author, trusted, header, proof.forwarders))
    ? author
    : null;
}

/** Of each server the topmost field that can be believed to be its own. */
function trustedResults(header, { authservIds, hops }) {
  const topmost = new Map();
  let received = 0;
  for (const { name, value } of header.fields) {
    const field = name.toLowerCase();
    if (field === "received" && ++received > hops) {
      break;
    }
    if (field === "authentication-results") {
      const said = parsedResults(value);
      if (said === null) {
        break; // nobody knows whose it is: a sender may have made our own server's unreadable
      }
      if (authservIds.includes(said.authservId) && !topmost.has(said.authservId)) {
        topmost.set(said.authservId, said);
      }
    }
  }
  return [...topmost.values()];
}

function isProven(author, trusted) {
  const findings = trusted.map((said) => finding(author, said));
  return findings.includes(PROVEN) && !findings.includes(REFUTED);
}

function finding(author, { results }) {
  const dmarc = results.filter(({ method }) => method === "dmarc");
  if (dmarc.length > 1) {
    return REFUTED; // a server says it once; the other is a sender's that was not quoted
  }
  if (dmarc.length === 1 && dmarc[0].value === "pass") {
    return isOf(author, domainIn(dmarc[0], "header.from")) ? PROVEN : REFUTED;
  }
  const open = ["none", "temperror", "permerror", "bestguesspass"];
  if (dmarc.length === 1 && !open.includes(dmarc[0].value)) {
    return REFUTED;
  }
  return isSigned(author, results) || isSentFor(author, results) ? PROVEN : NOTHING;
}

function isSigned(author, results) {
  return results
    .filter(({ method, value }) => method === "dkim" && value === "pass")
    .some((signature) =>
      isOf(author, domainIn(signature, "header.d") ?? domainIn(signature, "header.i")),
    );
}

function isSentFor(author, results) {
  const spf = results.filter(
    ({ method, properties }) => method === "spf" && properties.has("smtp.mailfrom"),
  );
  return (
    spf.length === 1 && spf[0].value === "pass" && isOf(author, domainIn(spf[0], "smtp.mailfrom"))
  );
}

function isOf(author, domain) {
  return domain !== null && organisational(domain) === author;
}

/** Whether trusted forwarders alone have passed it on, and the first of them found it proven. */
function isForwarded(author, trusted, header, forwarders) {
  if (forwarders.length === 0 || !trusted.some(hasWholeChain)) {
    return false;
  }
  const chain = forwardingChain(header);
  return (
    chain !== null &&
    chain.sealers.every((sealer) => forwarders.includes(sealer)) &&
    finding(author, chain.received) === PROVEN
  );
}

function hasWholeChain({ results }) {
  const chain = results.filter(({ method }) => method === "arc");
  return chain.length === 1 && chain[0].value === "pass";
}
