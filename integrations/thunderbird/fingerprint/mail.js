// What a mail is named by: computed here, so that its text never leaves the user's machine. The
// same as org.spamwatch.ata makes of it, to the bit.

import { Undecodable } from "./decoders.js";
import { evidenceOf, standsAlone, withoutDomain } from "./evidence/mailevidence.js";
import { EVIDENCE, Fingerprinter, SCHEMES, digestOf } from "./fingerprinter.js";
import { guidBytes } from "./guidtext.js";
import { NotAMail } from "./mailbytes.js";
import { joined, mailText } from "./mimetext.js";
import { NO_PROOF, provenDomain } from "./proof/senderproof.js";
import { sha256 } from "./sha256.js";
import { textOf } from "./utf8.js";

export { NotAMail, Undecodable };

const KEY_ZEROS = "0".repeat(24);

/** The schemes a mail's text is published under unless the peer is configured otherwise. */
const ACTIVE_BY_DEFAULT = Object.freeze(["char50", "word"]);

/**
 * Names a mail.
 *
 * @param {Uint8Array} rawMail as in a file or from a server; a leading `From ` line, X-Mozilla
 *     fields and any kind of line end do not matter
 * @param proof whose word is taken on who has sent a mail: `proof` of a peer's status
 * @returns {Promise<object>} `guid`, null for a mail by which nothing is known; `vectors`, those of the
 *     `MailBody` of docs/openapi.json, with probes; `digests`, what a vote signs of each vector;
 *     `addressable`, whether there is any vector
 * @throws {NotAMail} for what is empty, binary or too large
 * @throws {Undecodable} for text in a charset that the add-on has no table of
 */
export async function addressed(rawMail, proof = NO_PROOF) {
  return addressedText(mailText(rawMail), ACTIVE_BY_DEFAULT, proof);
}

/** Names a mail that was read already, its text by schemes. */
export async function addressedText(mail, schemes, proof = NO_PROOF) {
  const bytes = guidBytes(mail.parts);
  const fingerprinter = new Fingerprinter();
  const vectors = [];
  const digests = [];
  if (bytes !== null) {
    const hides = mail.parts.some((part) => part.visible !== part.written);
    const visible = joined(mail.parts, "visible");
    const written = hides ? joined(mail.parts, "written") : visible;
    for (const scheme of schemes) {
      const text = SCHEMES[scheme].onlyVisible ? visible : written;
      const found = fingerprinter.fingerprint(scheme, text);
      if (found !== null) {
        vectors.push(vectorOf(scheme, found));
        digests.push(found.digest);
      }
    }
  }
  let evidence = await evidenceOf(mail, provenDomain(mail.header, proof), fingerprinter);
  if (vectors.length === 0 && !standsAlone(evidence)) {
    evidence = [];
  }
  if (evidence.length > 0) {
    vectors.push(vectorOf(EVIDENCE.label, { wholeText: false, identities: evidence, probes: [] }));
    digests.push(digestOf(EVIDENCE, false, evidence));
  }
  const addressable = vectors.length > 0;
  return { guid: guidOf(bytes, evidence), vectors, digests, addressable };
}

/** The identity of a text, or where there is none of the evidence. */
function guidOf(bytes, evidence) {
  if (bytes !== null) {
    return sha256([bytes]).substring(0, 40);
  }
  return evidence.length > 0 ? digestOf(EVIDENCE, false, withoutDomain(evidence)) : null;
}

function vectorOf(scheme, { wholeText, identities, probes }) {
  const features = identities.map((identity) => identity + KEY_ZEROS);
  const vector = { scheme, wholeText, features };
  if (probes.length > 0) {
    vector.probes = base64(probes);
  }
  return vector;
}

/** Of what a mail is named by, only what its text is: without the vector of other evidence. */
export function withoutEvidence({ vectors, digests, ...rest }) {
  const isOfText = (_, i) => vectors[i]?.scheme !== EVIDENCE.label;
  return { ...rest, vectors: vectors.filter(isOfText), digests: digests.filter(isOfText) };
}

/** The vectors as a vote carries them: without probes. */
export function withoutProbes(vectors) {
  return vectors.map(({ scheme, wholeText, features }) => ({ scheme, wholeText, features }));
}

function base64(bytes) {
  return btoa(textOf(bytes, bytes.length));
}
