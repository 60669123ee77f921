package org.spamwatch.agent.api;

/**
 * A key was forgotten.
 *
 * @param known whether there was anything of it
 */
public record RateForgotten(boolean known) {}
