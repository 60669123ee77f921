// The domain of the author's address, and how the header is made (SenderEvidence).

import { asciiLowerCased, lowerCased, strip } from "../javatext.js";
import { isDigit, isLetterOrDigit } from "../unicode.js";
import { hashOf, hashOfDomain } from "./evidencehash.js";
import { KINDS } from "./evidencekind.js";
import { collectAddresses } from "./mailaddress.js";
import { isPublicMailDomain } from "./publicmaildomains.js";

/** Fields that the author's program writes, and no server on the way. */
const WRITTEN = new Set([
  "from",
  "to",
  "cc",
  "reply-to",
  "subject",
  "date",
  "message-id",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
  "x-mailer",
  "user-agent",
  "x-priority",
  "x-msmail-priority",
  "importance",
  "priority",
  "organization",
  "list-unsubscribe",
  "list-unsubscribe-post",
  "feedback-id",
  "content-language",
  "x-mimeole",
]);

const LONGEST_SHAPE = 60;

/** Adds them; `domain` is that of {@link senderDomain}. */
export function collectSender(header, domain, keys) {
  if (domain !== null) {
    keys.add(KINDS.SENDER, hashOfDomain(domain));
    keys.add(KINDS.SENDER, hashOf("sender", domain + "\n" + template(header)));
  }
}

/** The organisational domain of the author's address, if it is not a public one, or null. */
export function senderDomain(header) {
  const addresses = new Map();
  collectAddresses(header.first("from"), 1, addresses);
  const [address] = addresses.values();
  return address === undefined || isPublicMailDomain(address.domain) ? null : address.domain;
}

function template(header) {
  const names = header.fields
    .map(({ name }) => name)
    .filter((name) => WRITTEN.has(name.toLowerCase()));
  const type = header.first("content-type");
  return [
    names.map((name) => name + " ").join(""),
    parameter(type, "charset="),
    shape(parameter(type, "boundary=")),
    programName(header.first("x-mailer")),
    programName(header.first("user-agent")),
  ].join("\n");
}

function parameter(type, name) {
  const at = asciiLowerCased(type).indexOf(name);
  if (at < 0) {
    return "";
  }
  const from = at + name.length;
  const quoted = type[from] === '"';
  const end = quoted ? type.indexOf('"', from + 1) : type.indexOf(";", from);
  const value = type.substring(quoted ? from + 1 : from, end < 0 ? type.length : end);
  return quoted ? value : lowerCased(strip(value));
}

/** Rows of digits and of letters each as one sign. */
function shape(boundary) {
  let shape = "";
  let last = "";
  for (let i = 0; i < Math.min(boundary.length, LONGEST_SHAPE); i++) {
    const sign = isLetterOrDigit(boundary.charCodeAt(i)) ? "a" : boundary[i];
    if (sign !== last) {
      shape += sign;
    }
    last = sign;
  }
  return shape;
}

/** Without its version. */
function programName(program) {
  let end = 0;
  while (
    end < program.length &&
    end < LONGEST_SHAPE &&
    !isDigit(program.charCodeAt(end)) &&
    program[end] !== "("
  ) {
    end++;
  }
  return strip(program.substring(0, end));
}
