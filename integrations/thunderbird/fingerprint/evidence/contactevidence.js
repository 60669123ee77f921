// Who is to be written to (ContactEvidence).

import { hashOf, hashOfAddress, hashOfSufficientAddress } from "./evidencehash.js";
import { ascending } from "./evidencekeys.js";
import { KINDS } from "./evidencekind.js";
import { collectAddresses, textOf } from "./mailaddress.js";
import { isPublicMailDomain } from "./publicmaildomains.js";

const MOST = 500;

/** Adds them; `sender` is the domain of the author's address, or null. */
export function collectContacts(mail, { mailTo }, parties, sender, keys) {
  const isNone = (address) => sender === address.domain || parties.isNoContact(address);
  const addresses = new Map();
  collectAddresses(mail.header.first("reply-to"), MOST, addresses);
  const sufficient = [...addresses.values()].find(
    (address) => !isNone(address) && !isPublicMailDomain(address.domain),
  );
  if (sufficient !== undefined) {
    keys.add(KINDS.CONTACT, hashOfSufficientAddress(textOf(sufficient)));
  }
  mailTo.forEach((value) => collectAddresses(value, MOST, addresses));
  mail.parts.forEach((part) => collectAddresses(part.visible, MOST, addresses));
  const byHash = new Map();
  for (const [text, address] of addresses) {
    if (!isNone(address)) {
      byHash.set(hashOf("address", text), text);
    }
  }
  for (const hash of ascending(byHash.keys()).slice(0, KINDS.CONTACT.most - 1)) {
    keys.add(KINDS.CONTACT, hashOfAddress(byHash.get(hash)));
  }
}
