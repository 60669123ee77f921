// Who a mail is to and which list it came over (Parties).

import { collectAddresses, textOf } from "./mailaddress.js";
import { isPublicMailDomain } from "./publicmaildomains.js";

const MOST = 200;

/** What a field says of the addresses in it. */
const ROLES = new Map();
for (const [role, fields] of [
  ["sending", "from reply-to"],
  [
    "receiving",
    "to cc delivered-to x-original-to envelope-to x-envelope-to apparently-to resent-to " +
      "x-delivered-to",
  ],
  ["relayed", "received"],
  ["list", "list-post list-id x-mailing-list x-beenthere mailing-list"],
  [
    "aside",
    "list-owner list-help list-subscribe list-unsubscribe errors-to sender return-path",
  ],
]) {
  fields.split(" ").forEach((field) => ROLES.set(field, role));
}

/** Of addresses that no person reads, or that are the list's. */
const NOBODY = [
  "no-reply",
  "noreply",
  "no_reply",
  "no.reply",
  "donotreply",
  "do-not-reply",
  "mailer-daemon",
  "postmaster",
  "majordomo",
  "listserv",
  "bounce",
  "unsubscribe",
  "subscribe",
  "listmaster",
];

const OF_LIST = [
  "-request",
  "-owner",
  "-bounce",
  "-bounces",
  "-unsubscribe",
  "-subscribe",
  "-help",
  "-leave",
  "-join",
];

/** Hosts at which there is nobody but lists, that a footer names though the header does not. */
const LISTS = "lists.";

export class Parties {
  constructor(header) {
    const sending = new Map();
    const receiving = new Map();
    const list = new Map();
    this.addresses = new Map();
    for (const { name, value } of header.fields) {
      switch (ROLES.get(name.toLowerCase())) {
        case "sending":
          collectAddresses(value, MOST, sending);
          break;
        case "receiving":
          collectAddresses(value, MOST, receiving);
          break;
        case "relayed":
          collectAddresses(recipient(value), MOST, receiving);
          break;
        case "list":
          collectAddresses(value, MOST, list);
          collectAddresses(dotted(value), MOST, list);
          break;
        case "aside":
          collectAddresses(value, MOST, this.addresses);
          break;
        default:
          break;
      }
    }
    const groups = [...sending].filter(([, address]) => this.isGroup(address));
    list.forEach((_, text) => sending.delete(text));
    groups.forEach(([text]) => sending.delete(text));
    receiving.forEach((address, text) => this.addresses.set(text, address));
    sending.forEach((_, text) => this.addresses.delete(text));
    list.forEach((address, text) => this.addresses.set(text, address));
    groups.forEach(([text, address]) => this.addresses.set(text, address));
    this.domains = domainsOf(receiving);
    domainsOf(sending).forEach((domain) => this.domains.delete(domain));
    domainsOf(list).forEach((domain) => this.domains.add(domain));
  }

  /** Whether an organisational domain is one of the recipients' or of the list. */
  receives(domain) {
    return this.domains.has(domain);
  }

  /** Whether an address is nobody's whom a reader could write to, or a recipient's or a list's. */
  isNoContact(address) {
    const { local, host, domain } = address;
    return (
      this.addresses.has(textOf(address)) ||
      this.domains.has(domain) ||
      host.startsWith(LISTS) ||
      this.isOfGroup(address) ||
      local.includes("=") ||
      NOBODY.some((start) => local.startsWith(start)) ||
      OF_LIST.some((end) => local.endsWith(end))
    );
  }

  /** Whether mail that is no answer goes aside from it to `name-bounces@host` or the like. */
  isGroup({ local, domain }) {
    return [...this.addresses.values()].some(
      (aside) =>
        aside.domain === domain && OF_LIST.some((end) => aside.local === local + end),
    );
  }

  /** Such as `group-remove@host` of `group@host`. */
  isOfGroup({ local, domain }) {
    return (
      local.indexOf("-") > 0 &&
      [...this.addresses.values()].some(
        (party) => party.domain === domain && local.startsWith(party.local + "-"),
      )
    );
  }
}

function domainsOf(addresses) {
  const domains = new Set();
  addresses.forEach(({ domain }) => domains.add(domain));
  return new Set([...domains].filter((domain) => !isPublicMailDomain(domain)));
}

/** A list's identity, in which there is no at sign, as the address that it is made of. */
function dotted(id) {
  const name = id.substring(id.lastIndexOf("<") + 1);
  const point = name.indexOf(".");
  return point < 0 || id.includes("@")
    ? ""
    : name.substring(0, point) + "@" + name.substring(point + 1);
}

function recipient(received) {
  const at = received.indexOf(" for ");
  const end = at < 0 ? -1 : received.indexOf(";", at);
  return at < 0 ? "" : received.substring(at, end < 0 ? received.length : end);
}
