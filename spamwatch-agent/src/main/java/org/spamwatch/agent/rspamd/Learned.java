package org.spamwatch.agent.rspamd;

/**
 * That a vote is taken; one that is not is a problem.
 *
 * @param success always true
 */
public record Learned(boolean success) {}
