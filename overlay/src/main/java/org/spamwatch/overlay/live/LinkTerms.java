package org.spamwatch.overlay.live;

import java.util.function.Consumer;

/**
 * What all links of a node share.
 *
 * @param dialects what is spoken on them
 * @param security how they are encrypted, and their peers' keys proven
 * @param handshake how they begin
 * @param admission whose are wanted
 * @param limits bounds on them
 * @param counts what they do is counted here
 * @param clocks told what the clocks of peers show whom this node has dialled
 */
record LinkTerms(
    Dialects dialects,
    LinkSecurity security,
    Handshake handshake,
    Admission admission,
    LinkLimits limits,
    LinkCounts counts,
    Consumer<ClockVoice> clocks) {}
