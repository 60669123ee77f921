package org.spamwatch.agent.rspamd;

/**
 * What was done since the start.
 *
 * @param uptime seconds
 * @param scanned mails checked
 * @param learned votes taken
 */
public record Stat(String version, long uptime, long scanned, long learned) {}
