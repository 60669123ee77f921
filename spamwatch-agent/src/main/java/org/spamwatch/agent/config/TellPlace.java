package org.spamwatch.agent.config;

/**
 * Which of the places that a TELL of the spamd protocol names casts a vote. To spamd <em>local</em>
 * is the host's own filter and <em>remote</em> a collaborative one; what a mail program's "mark as
 * spam" sends differs from program to program.
 */
public enum TellPlace {
  /** Both. */
  EITHER,
  /** <em>remote</em> alone: {@code spamc -C}, and not {@code spamc -L}. */
  REMOTE,
  /** <em>local</em> alone: {@code spamc -L}, and {@code -C} as far as it names it too. */
  LOCAL
}
