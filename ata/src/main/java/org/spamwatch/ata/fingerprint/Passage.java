package org.spamwatch.ata.fingerprint;

import org.spamwatch.overlay.Id;

/**
 * The text that a key stands for: what a reader is shown when asked why a mail matched. It is made
 * from the reader's own copy and never leaves the host.
 *
 * @param scheme the scheme of the key
 * @param key the key as in the vector or among the probes
 * @param from the first character in the mail's visible text
 * @param length in characters, at least 1
 * @param excerpt that text, white space collapsed
 */
public record Passage(Scheme scheme, Id key, int from, int length, String excerpt) {}
