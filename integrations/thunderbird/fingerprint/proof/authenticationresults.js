// What a mail server says that it has found out about a mail (AuthenticationResults, ResultsReader).

import { lowerCased } from "../javatext.js";

const MOST_CHARS = 4096;
const VERSION = "1";
const TOKEN = /[^\0- \x7f-\uffff()<>@,;:\\"/[\]?=]/;

/**
 * The value of an `Authentication-Results` field (RFC 8601): `{authservId, results}`, each result
 * `{method, value, properties}`; null if it is malformed, too long or of another version, for it is
 * read as a whole or not at all.
 */
export function parsedResults(value) {
  if (value.length > MOST_CHARS) {
    return null;
  }
  try {
    return new ResultsReader(value).read();
  } catch (error) {
    if (error instanceof MalformedResults) {
      return null;
    }
    throw error;
  }
}

/** A domain that a result names, or the part behind the @ of an address; null if there is none. */
export function domainIn(result, property) {
  const text = result.properties.get(property) ?? "";
  return text.substring(text.lastIndexOf("@") + 1) || null;
}

class MalformedResults extends Error {}

class ResultsReader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  read() {
    this.skip();
    const authservId = lowerCased(this.isAt('"') ? this.quoted() : this.token());
    this.skip();
    let known = true;
    if (!this.isAtEnd() && !this.isAt(";")) {
      known = this.token() === VERSION;
      this.skip();
    }
    const results = [];
    while (!this.isAtEnd()) {
      this.take(";");
      this.skip();
      if (!this.isAtEnd() && !this.isAt(";")) {
        this.readResult(results);
      }
    }
    return known ? { authservId, results } : null;
  }

  readResult(results) {
    const method = lowerCased(this.token());
    this.skip();
    if (this.isAtEnd() || this.isAt(";")) {
      check(method === "none");
      return;
    }
    let known = true;
    if (this.isAt("/")) {
      this.at++;
      this.skip();
      known = this.token() === VERSION;
      this.skip();
    }
    this.take("=");
    this.skip();
    const value = lowerCased(this.token());
    const properties = new Map();
    for (this.skip(); !this.isAtEnd() && !this.isAt(";"); this.skip()) {
      this.readProperty(properties);
    }
    if (known) {
      results.push({ method, value, properties });
    }
  }

  /** Also a reason, which is no property. */
  readProperty(properties) {
    let name = lowerCased(this.token());
    this.skip();
    if (this.isAt(".")) {
      this.at++;
      this.skip();
      name += "." + lowerCased(this.token());
      this.skip();
    }
    this.take("=");
    this.skip();
    const value = this.value();
    if (!properties.has(name)) {
      properties.set(name, value);
    }
  }

  value() {
    let value = "";
    while (!this.isAtEnd() && !this.isBlank() && !"();".includes(this.text[this.at])) {
      value += this.isAt('"') ? this.quoted() : this.text[this.at++];
    }
    return value;
  }

  token() {
    const from = this.at;
    while (!this.isAtEnd() && TOKEN.test(this.text[this.at])) {
      this.at++;
    }
    check(this.at > from);
    return this.text.substring(from, this.at);
  }

  quoted() {
    let value = "";
    for (this.at++; !this.isAt('"'); this.at++) {
      this.at += this.isAt("\\") ? 1 : 0;
      check(!this.isAtEnd());
      value += this.text[this.at];
    }
    this.at++;
    return value;
  }

  /** Passes over blanks and comments, which may be inside each other. */
  skip() {
    let depth = 0;
    while (!this.isAtEnd() && (depth > 0 || this.isBlank() || this.isAt("("))) {
      if (this.isAt("(")) {
        depth++;
      } else if (this.isAt(")")) {
        depth--;
      } else if (this.isAt("\\")) {
        this.at++;
      }
      this.at++;
    }
    check(depth === 0);
  }

  take(wanted) {
    check(this.isAt(wanted));
    this.at++;
  }

  isAt(wanted) {
    return this.text[this.at] === wanted;
  }

  isAtEnd() {
    return this.at >= this.text.length;
  }

  isBlank() {
    return " \t\r\n".includes(this.text[this.at]);
  }
}

function check(isWellFormed) {
  if (!isWellFormed) {
    throw new MalformedResults();
  }
}
