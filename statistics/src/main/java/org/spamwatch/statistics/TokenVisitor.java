package org.spamwatch.statistics;

/** Is told the tokens of a mail, one after the other (HAI, section II-A: the parsing stage). */
@FunctionalInterface
public interface TokenVisitor {
  /**
   * A token, as bytes from {@code from} (inclusive) to {@code to} (exclusive), with the tag of its
   * header before it. The bytes are the tokeniser's own and valid during the call alone; the same
   * token may come any number of times.
   */
  void token(byte[] bytes, int from, int to);
}
