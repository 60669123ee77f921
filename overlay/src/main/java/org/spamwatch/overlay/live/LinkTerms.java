package org.spamwatch.overlay.live;

/**
 * What all links of a node share.
 *
 * @param security how they are encrypted, and their peers' keys proven
 * @param handshake how they begin
 * @param admission whose are wanted
 * @param limits bounds on them
 * @param maxMessageBytes the longest frame once the handshake is over
 * @param counts what they do is counted here
 */
record LinkTerms(
    LinkSecurity security,
    Handshake handshake,
    Admission admission,
    LinkLimits limits,
    int maxMessageBytes,
    LinkCounts counts) {}
