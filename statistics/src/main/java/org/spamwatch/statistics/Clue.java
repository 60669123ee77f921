package org.spamwatch.statistics;

/**
 * A token of a mail that mattered.
 *
 * @param token as the tokeniser has it, of the mail itself
 * @param spamminess that the filter says of it, above 0 and below 1
 */
public record Clue(String token, double spamminess) {}
