// What a mail may be known by beside its text, all kinds in one vector (MailEvidence).

import { joined } from "../mimetext.js";
import { collectAttachments } from "./attachmentevidence.js";
import { collectCoarse } from "./coarseevidence.js";
import { collectContacts } from "./contactevidence.js";
import { hashOfDomain } from "./evidencehash.js";
import { EvidenceKeys } from "./evidencekeys.js";
import { KINDS, kindNumber } from "./evidencekind.js";
import { collectHtml } from "./htmlevidence.js";
import { collectLinks } from "./linkevidence.js";
import { mailLinks } from "./maillinks.js";
import { Parties } from "./parties.js";
import { collectSender, senderDomain } from "./senderevidence.js";
import { collectShort } from "./shortevidence.js";
import { collectSubject, normalizedSubject } from "./subjectevidence.js";

/**
 * The identities of a mail's keys, 16 digits each, ascending; none if there is no evidence.
 *
 * @param provenDomain the domain that is proven to have sent it, or null
 * @param {Fingerprinter} fingerprinter that best knows the mail's visible text already
 */
export async function evidenceOf(mail, provenDomain, fingerprinter) {
  const keys = new EvidenceKeys();
  if (provenDomain !== null) {
    keys.add(KINDS.DOMAIN, hashOfDomain(provenDomain));
  }
  const visible = joined(mail.parts, "visible");
  const subject = normalizedSubject(mail.header);
  const sender = senderDomain(mail.header);
  const links = mailLinks(mail);
  const parties = new Parties(mail.header);
  collectContacts(mail, links, parties, sender, keys);
  collectSender(mail.header, sender, keys);
  collectLinks(links, parties, sender, keys);
  collectSubject(subject, keys);
  collectHtml(mail.parts, keys);
  collectShort(visible, subject, keys);
  collectCoarse(visible, fingerprinter, keys);
  await collectAttachments(mail.attachments, keys);
  return keys.identities();
}

/** Whether a mail with too little text may be known by it alone. */
export function standsAlone(identities) {
  const numbers = identities
    .map(kindNumber)
    .filter((number) => number !== KINDS.DOMAIN.number && number !== KINDS.HOST.number);
  return (
    new Set(numbers).size >= 2 ||
    numbers.includes(KINDS.CONTACT.number) ||
    numbers.includes(KINDS.SHORT.number) ||
    numbers.filter((number) => number === KINDS.COARSE.number).length >= 2
  );
}

/** All of it but who is proven to have sent the mail, which not all servers on the way say. */
export function withoutDomain(identities) {
  return identities.filter((identity) => kindNumber(identity) !== KINDS.DOMAIN.number);
}
