/**
 * What the person, or the policy of the department, has chosen. Every value that comes from storage
 * or from a form is checked here; one that is not allowed is as if it had not been said.
 */

/** What is done with spam. */
export const ACTIONS = ["move", "tag", "banner"];
/** Whose votes count, as the peer's `rule` says it; "" leaves it to the peer. */
export const RULES = ["", "trust", "own", "any"];
/** What a check tells others, as the peer's `privacy` says it; "" leaves it to the peer. */
export const PRIVACY = ["", "local", "summary", "network"];

export const DEFAULTS = Object.freeze({
  peer: "http://127.0.0.1:11780",
  token: "",
  action: "move",
  /** Spam votes needed, 1 to 1,000; 0 leaves it to the peer. */
  votes: 0,
  /** Features to share, 1 to 64; 0 leaves it to the peer. */
  thres: 0,
  rule: "",
  privacy: "",
  /** Account ids in which new mail is not checked. Accounts that are added later are checked. */
  skippedAccounts: [],
  /** Whether what a person marks as spam is moved to Junk too. */
  moveMarked: true,
  /** Whether a person's marks teach the peer's statistical filter, with hashes of words. */
  teach: false,
});

const MAX_TOKEN = 512;
const MAX_ACCOUNTS = 200;

const within = (low, high) => (value) =>
  Number.isInteger(value) && (value === 0 || (value >= low && value <= high));
const oneOf = (list) => (value) => list.includes(value);

const ALLOWED = {
  peer: (value) => peerAddress(value) !== null,
  token: (value) => typeof value === "string" && value.length <= MAX_TOKEN && /^[\x21-\x7e]*$/.test(value),
  action: oneOf(ACTIONS),
  votes: within(1, 1000),
  thres: within(1, 64),
  rule: oneOf(RULES),
  privacy: oneOf(PRIVACY),
  skippedAccounts: (value) =>
    Array.isArray(value) && value.length <= MAX_ACCOUNTS && value.every((id) => typeof id === "string"),
  moveMarked: (value) => typeof value === "boolean",
  teach: (value) => typeof value === "boolean",
};

/**
 * The address of a peer as an origin: `http` on loopback only, else `https`, for what is sent there
 * is who has which mail. Null if it is none.
 */
export function peerAddress(text) {
  if (typeof text !== "string" || text.length > 300) {
    return null;
  }
  let url;
  try {
    url = new URL(text.trim());
  } catch {
    return null;
  }
  if (url.username || url.password || url.search || url.hash || !["", "/"].includes(url.pathname)) {
    return null;
  }
  const loopback = url.hostname === "localhost" || url.hostname === "127.0.0.1";
  return url.protocol === "https:" || (url.protocol === "http:" && loopback) ? url.origin : null;
}

/** Of what is given, those members that are known and allowed. */
export function allowed(given) {
  const taken = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    if (Object.hasOwn(ALLOWED, name) && ALLOWED[name](value)) {
      taken[name] = name === "peer" ? peerAddress(value) : value;
    }
  }
  return taken;
}

/** The defaults, over them the person's choice, over both the policy's. */
export function combined(chosen, policy) {
  return { ...DEFAULTS, ...allowed(chosen), ...allowed(policy) };
}

/** The parameters of a check or an explanation. */
export function checkParameters(settings) {
  const parameters = {};
  for (const name of ["votes", "thres", "rule", "privacy"]) {
    if (settings[name]) {
      parameters[name] = String(settings[name]);
    }
  }
  return parameters;
}
