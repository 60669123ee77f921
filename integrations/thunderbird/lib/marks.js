/**
 * What counts as a person's mark. Thunderbird raises one event when a mail's junk flag changes,
 * whoever changed it: a person by the Junk button, Thunderbird's own filter as mail arrives or over
 * a whole folder, another device of the same account, a message filter, or this add-on. Only the
 * first is a vote. A person marks what is before his eyes: the mail must be displayed or selected,
 * or have been a moment ago, for Thunderbird goes on to the next mail as it moves a marked one. The
 * filter looks at a mail as it arrives, but many seconds may pass until it has, and meanwhile a
 * person may have opened it: on a mail that has just arrived nobody can tell them apart, so that is
 * no vote either.
 */

/** For how long a mail that was before a person's eyes may still be marked by him, in ms. */
export const AFTERGLOW = 5000;
/** How long a mark that this add-on makes itself may take to come back as an event, in ms. */
const ECHO = 60_000;
/**
 * A mark waits so long before it is sent, in ms: if other mail of the folder is marked that nobody
 * looked at, or the mail turns out to have just arrived, it was a filter's. Thunderbird tells of an
 * arrival a little late.
 */
export const BURST = 1500;
/** For how long a mail has just arrived, in ms. */
export const FRESH = 60_000;
const MAX = 500;
const MAX_FRESH = 5000;

/**
 * What a change of the junk flag means: "spam", "ham", or null if no person said anything.
 *
 * @param own whether this add-on made the change
 * @param attended whether the mail is or just was displayed or selected
 * @param fresh whether it has just arrived
 */
export function personsMark({ junk, own, attended, fresh }) {
  if (typeof junk !== "boolean" || own || !attended || (junk && fresh)) {
    return null;
  }
  return junk ? "spam" : "ham";
}

/** What a person looks at, from the events of selection; plain data, kept while we are suspended. */
export const attention = {
  /** In this tab these mails are before a person's eyes now, and no others. */
  shown(state, tab, ids, now) {
    const kept = state
      .filter((seen) => seen.until === null || now - seen.until <= AFTERGLOW)
      .map((seen) => (seen.tab === tab && seen.until === null && !ids.includes(seen.id) ? { ...seen, until: now } : seen))
      .filter((seen) => !(seen.tab === tab && ids.includes(seen.id)));
    return [...kept, ...ids.map((id) => ({ tab, id, until: null }))].slice(-MAX);
  },
  /** Whether the mail is or just was. */
  has(state, id, now) {
    return state.some((seen) => seen.id === id && (seen.until === null || now - seen.until <= AFTERGLOW));
  },
};

/** When mails arrived. */
export const arrived = {
  now(state, ids, now) {
    return [...state.filter(({ at }) => now - at <= FRESH), ...ids.map((id) => ({ id, at: now }))].slice(-MAX_FRESH);
  },
  isFresh(state, id, now) {
    return state.some((mail) => mail.id === id && now - mail.at <= FRESH);
  },
};

/** The junk flags that this add-on sets itself, each to be met once as an event. */
export const ownMarks = {
  expect(state, id, junk, now) {
    return [...state.filter((mark) => now - mark.at <= ECHO), { id, junk, at: now }].slice(-MAX);
  },
  /** The state without the mark, or null if it is not ours. */
  met(state, id, junk, now) {
    const at = state.findIndex((mark) => mark.id === id && mark.junk === junk && now - mark.at <= ECHO);
    return at < 0 ? null : state.toSpliced(at, 1);
  },
};
