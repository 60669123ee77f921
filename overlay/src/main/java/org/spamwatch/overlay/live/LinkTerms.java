package org.spamwatch.overlay.live;

/**
 * What all links of a node share.
 *
 * @param handshake how they begin
 * @param limits bounds on them
 * @param maxMessageBytes the longest frame once the handshake is over
 * @param counts what they do is counted here
 */
record LinkTerms(Handshake handshake, LinkLimits limits, int maxMessageBytes, LinkCounts counts) {}
