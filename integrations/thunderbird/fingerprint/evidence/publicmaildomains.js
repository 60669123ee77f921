// Domains under which anybody gets a mail box or a name (PublicMailDomains).

import { PUBLIC_MAIL_DOMAINS } from "../tables/domainlists.js";
import { asciiOf } from "./domains.js";
import { DomainList } from "./domainlist.js";

const LIST = new DomainList(PUBLIC_MAIL_DOMAINS);

/** Whether a domain, in any case of the letters, is one of them or below one. */
export function isPublicMailDomain(domain) {
  const name = asciiOf(domain);
  return name !== null && LIST.contains(name);
}
