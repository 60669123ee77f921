/** The peer over HTTP: what is asked, what it answers, and what went wrong in words for people. */

const TIMEOUT = 10_000;
const MAX_ANSWER = 4 * 1024 * 1024;

/** Why the peer did not do what it was asked. */
export class PeerProblem extends Error {
  /**
   * @param kind "down": nobody answered; "busy": ask again later; "token": it does not know us;
   *     "refused": it never will do this; "fault": the fault is ours
   */
  constructor(kind, line, hint = "") {
    super(line);
    this.name = "PeerProblem";
    this.kind = kind;
    this.hint = hint;
  }

  /** Whether the same request may succeed later. */
  get retryable() {
    return this.kind !== "refused";
  }
}

/** What an HTTP status other than 200 means. */
export function kindOf(status) {
  if (status === 401 || status === 403) {
    return "token";
  }
  // 429 is a quota of votes a day: the vote has its turn tomorrow. 409: it was signed with a key that
  // is this person's no more, and is signed anew.
  return [408, 409, 429].includes(status) || status >= 500 ? "busy" : "refused";
}

/** A peer at an address, asked with a token or without. */
export class Peer {
  #address;
  #token;
  #fetch;

  constructor({ peer, token }, fetcher = (url, options) => fetch(url, options)) {
    this.#address = peer;
    this.#token = token;
    this.#fetch = fetcher;
  }

  check(vectors, parameters) {
    return this.#ask("POST", "/v1/check", parameters, { vectors });
  }

  explain(vectors, parameters) {
    return this.#ask("POST", "/v1/explain", parameters, { vectors });
  }

  vote(body) {
    return this.#ask("POST", "/v1/votes", {}, body);
  }

  status() {
    return this.#ask("GET", "/v1/status", {});
  }

  /** As whom we vote, and with which key. */
  voter() {
    return this.#ask("GET", "/v1/voter", {});
  }

  /** The statistical filter, `{etag, body}`; no body if it is still that of the ETag. */
  async filter(etag) {
    const { response, answer } = await this.#send("GET", "/v1/statistics/filter", {}, undefined, etag);
    return { etag: response.headers.get("ETag") ?? "", body: response.status === 304 ? null : answer };
  }

  /** Teaches the statistical filter. */
  train(body) {
    return this.#ask("POST", "/v1/statistics/train", {}, body);
  }

  async #ask(method, path, parameters, body) {
    return (await this.#send(method, path, parameters, body, "")).answer;
  }

  async #send(method, path, parameters, body, etag) {
    const query = new URLSearchParams(parameters).toString();
    const headers = { Accept: "application/json" };
    if (this.#token) {
      headers.Authorization = `Bearer ${this.#token}`;
    }
    if (etag) {
      headers["If-None-Match"] = etag;
    }
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
    }
    let response;
    let text;
    try {
      response = await this.#fetch(`${this.#address}${path}${query ? `?${query}` : ""}`, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT),
        credentials: "omit",
        redirect: "error",
        cache: "no-store",
        referrerPolicy: "no-referrer",
      });
      text = await response.text();
    } catch (e) {
      throw new PeerProblem("down", e.name === "TimeoutError" ? "no answer in time" : "nobody answers");
    }
    if (text.length > MAX_ANSWER) {
      throw new PeerProblem("refused", "the answer is too long");
    }
    if (response.status === 304) {
      return { response, answer: null };
    }
    const answer = parsed(text);
    if (response.status !== 200) {
      throw new PeerProblem(
        kindOf(response.status),
        line(answer?.error) || `status ${response.status}`,
        line(answer?.hint),
      );
    }
    if (answer === null) {
      throw new PeerProblem("refused", "that is not a SpamWatch peer");
    }
    return { response, answer };
  }
}

function parsed(text) {
  try {
    const answer = JSON.parse(text);
    return answer !== null && typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}

function line(text) {
  return typeof text === "string" ? text.slice(0, 300) : "";
}
