package org.spamwatch.agent.config;

/** What a peer makes of its statistical filter. */
public enum StatisticsMode {
  /** Nothing: it learns nothing and judges nothing. */
  OFF,
  /** It learns, and where nobody has voted it calls mail that looks like spam <em>unsure</em>. */
  ADVISE,
  /** It learns, and where nobody has voted it says <em>spam</em> and <em>unsure</em>. */
  ON
}
