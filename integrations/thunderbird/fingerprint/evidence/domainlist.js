// A kept list of domains, with all that is below each (DomainList).

import { organisational } from "./domains.js";

const ANYWHERE = ".*";

export class DomainList {
  /** Of names apart by blanks; `name.*` is that name under any public suffix. */
  constructor(list) {
    this.domains = new Set();
    this.names = new Set();
    for (const line of list.split(" ")) {
      if (line.endsWith(ANYWHERE)) {
        this.names.add(line.slice(0, -ANYWHERE.length));
      } else {
        this.domains.add(line);
      }
    }
  }

  /** Whether a host, in ASCII and lower case, is one of them or below one. */
  contains(host) {
    const labels = host.split(".");
    if (labels.some((_, i) => this.domains.has(labels.slice(i).join(".")))) {
      return true;
    }
    return (
      labels.slice(0, -1).some((label) => this.names.has(label)) &&
      this.names.has(organisational(host)?.split(".")[0])
    );
  }
}
