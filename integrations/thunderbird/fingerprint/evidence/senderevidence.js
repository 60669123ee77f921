// The domain of the author's address, and how the header is made (SenderEvidence).

import { asciiLowerCased, lowerCased, strip } from "../javatext.js";
import { fullNormalized } from "../normalization.js";
import { isDigit, isLetterOrDigit } from "../unicode.js";
import { hashOf, hashOfDomain, hashOfName } from "./evidencehash.js";
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
const LEAST_NAME = 3;
const MOST_CHARS = 300;

/** Adds them; `domain` is that of {@link senderDomain}. */
export function collectSender(header, domain, keys) {
  collectName(header.text("from"), domain, keys);
  if (domain !== null) {
    keys.add(KINDS.SENDER, hashOfDomain(domain));
    keys.add(KINDS.SENDER, hashOf("sender", domain + "\n" + template(header)));
  }
}

/** The name before the address; it is the domain's own if it holds the domain's label. */
function collectName(from, domain, keys) {
  const written = from.substring(0, Math.min(Math.max(from.lastIndexOf("<"), 0), MOST_CHARS));
  const name = fullNormalized(written).toString().replaceAll(" ", "");
  if (name.length >= LEAST_NAME) {
    const label = domain === null ? "" : domain.split(".")[0].replaceAll("-", "");
    const isOwn = label.length >= LEAST_NAME && name.includes(label);
    keys.add(KINDS.NAME, hashOfName(name, isOwn));
  }
}

/**
 * The organisational domain of the author's address, if it is not a public one, or null. A name
 * that looks like an address stands before the author's.
 */
export function senderDomain(header) {
  const addresses = new Map();
  const from = header.first("from");
  collectAddresses(from.substring(from.lastIndexOf("<") + 1), 1, addresses);
  collectAddresses(from, 1, addresses);
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
