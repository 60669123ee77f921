package org.spamwatch.agent.api;

import org.spamwatch.overlay.Id;

/**
 * What a peer writes into its ready file, for scripts.
 *
 * @param overlay host and port of its links
 * @param http host and port of this interface
 * @param pid of its process
 */
public record Started(String overlay, String http, Id id, Id realm, long pid) {}
