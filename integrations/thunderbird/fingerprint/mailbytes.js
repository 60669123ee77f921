// The bytes of a mail without what stands before its header, and whether it has one (MailBytes).

const SNIFFED_BYTES = 4096;
const LONGEST_NAME = 80;
const SNIFFED_LINES = 200;
const MOST_BEFORE = 64 << 10;
const LF = 10;
const CR = 13;
const TAB = 9;
const BLANK = 32;

const FIELDS = new Set(
  (
    "from to cc bcc subject date received return-path message-id mime-version reply-to sender " +
    "delivered-to envelope-to status in-reply-to references precedence authentication-results " +
    "organization lines path newsgroups importance priority user-agent comments keywords " +
    "errors-to apparently-to auto-submitted encoding mailing-list"
  ).split(" "),
);

const FAMILIES = new Set(
  "x content list resent arc dkim domainkey thread received feedback original disposition".split(
    " ",
  ),
);

/** What was given cannot be taken for a mail. `reason` is EMPTY, BINARY or TOO_LARGE. */
export class NotAMail extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/** `{bytes, offset, headed}`: the bytes, where the header or else the body begins, and which. */
export function mailBytes(mail, limits) {
  if (mail.length > limits.maxBytes) {
    throw new NotAMail(
      "TOO_LARGE",
      `the mail has ${mail.length} bytes, the limit is ${limits.maxBytes}`,
    );
  }
  const bytes = withLineFeeds(mail, limits.maxParsedBytes);
  let start = skipBlank(bytes, byteOrderMark(bytes));
  if (start === bytes.length) {
    throw new NotAMail("EMPTY", "the mail is empty");
  }
  while (startsWith(bytes, start, "From ") || startsWith(bytes, start, ">From ")) {
    start = nextLine(bytes, start);
  }
  if (hasHeader(bytes, start)) {
    return { bytes, offset: start, headed: true };
  }
  if (isBinary(bytes)) {
    throw new NotAMail("BINARY", "not a mail: no header field, and binary contents");
  }
  return { bytes, offset: start, headed: false };
}

function withLineFeeds(mail, read) {
  if (mail.includes(LF) || !mail.includes(CR)) {
    return mail;
  }
  const copy = mail.slice(0, read + MOST_BEFORE);
  return copy.map((byte) => (byte === CR ? LF : byte));
}

function byteOrderMark(b) {
  return b.length >= 3 && b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf ? 3 : 0;
}

function skipBlank(bytes, from) {
  let i = from;
  while (
    i < bytes.length &&
    (bytes[i] === BLANK || bytes[i] === TAB || bytes[i] === CR || bytes[i] === LF)
  ) {
    i++;
  }
  return i;
}

function hasHeader(bytes, start) {
  let line = start;
  for (let n = 0; n < SNIFFED_LINES && line < bytes.length; n++) {
    if (bytes[line] === LF || bytes[line] === CR) {
      return false;
    }
    const name = fieldName(bytes, line);
    if (isMailField(name)) {
      return true;
    }
    const folded = bytes[line] === BLANK || bytes[line] === TAB;
    if (name === "" && !folded && n === 0) {
      return false;
    }
    line = nextLine(bytes, line);
  }
  return false;
}

function isMailField(name) {
  const dash = name.indexOf("-");
  return FIELDS.has(name) || (dash > 0 && FAMILIES.has(name.substring(0, dash)));
}

function fieldName(bytes, from) {
  const bound = Math.min(bytes.length, from + LONGEST_NAME);
  let end = from;
  while (end < bound && bytes[end] > BLANK && bytes[end] < 127 && bytes[end] !== 58) {
    end++;
  }
  let colon = end;
  while (colon < bound && (bytes[colon] === BLANK || bytes[colon] === TAB)) {
    colon++;
  }
  if (colon >= bound || bytes[colon] !== 58) {
    return "";
  }
  return String.fromCharCode(...bytes.subarray(from, end)).toLowerCase();
}

function isBinary(bytes) {
  const length = Math.min(bytes.length, SNIFFED_BYTES);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const b = bytes[i];
    if (b === 0) {
      return true;
    }
    const blank = b === LF || b === CR || b === TAB || b === 12 || b === 27;
    if ((b < BLANK && !blank) || b === 127) {
      controls++;
    }
  }
  return controls * 20 > length;
}

/** Whether ASCII text stands at an index. */
export function startsWith(bytes, at, ascii) {
  if (bytes.length - at < ascii.length) {
    return false;
  }
  for (let i = 0; i < ascii.length; i++) {
    if (bytes[at + i] !== ascii.charCodeAt(i)) {
      return false;
    }
  }
  return true;
}

function nextLine(bytes, from) {
  const end = bytes.indexOf(LF, from);
  return end < 0 ? bytes.length : end + 1;
}
