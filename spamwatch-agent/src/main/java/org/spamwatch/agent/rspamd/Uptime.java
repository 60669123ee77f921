package org.spamwatch.agent.rspamd;

/**
 * That the client may ask, and since when it could.
 *
 * @param auth always {@code ok}
 * @param uptime seconds
 */
public record Uptime(String auth, String version, long uptime) {}
