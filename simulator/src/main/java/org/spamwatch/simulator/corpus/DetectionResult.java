package org.spamwatch.simulator.corpus;

import java.util.List;

/**
 * What a detection experiment counted; lists are by {@link MatchCounts#THRESHOLDS}.
 *
 * @param scheme the fingerprint scheme
 * @param peers how many peers took part
 * @param spam spams published, those without enough text included
 * @param unaddressable spams with too little text to be addressed
 * @param modified modified copies checked: an earlier mail of their cluster exists, none has their
 *     text
 * @param foundAny modified copies that matched some earlier mail of their cluster
 * @param foundFirst modified copies whose vector matches their cluster's first mail
 * @param foundElsewhere modified copies that matched spam, but none of their own cluster
 * @param disagreements modified copies on which the peers and a comparison of all vectors differ
 * @param disagreementsAtLimit those of them whose answer held as many messages as one query reaches
 *     ({@code Limits.maxGuidsPerQuery}), so that others were left out
 * @param ham ham mails checked at the end
 * @param hamMatched ham mails that matched some spam
 * @param incomplete checks that some route or keeper did not answer in time
 * @param marksUnconfirmed marks accepted but not confirmed by all replicas within the patience
 * @param marksRefused marks not accepted, because the mailbox had marked another copy of the same
 *     text meanwhile
 * @param millis median, 90th and 99th percentile of the peers' own time for a check, milliseconds
 * @param seconds how long all of it took
 */
public record DetectionResult(
    String scheme,
    int peers,
    int spam,
    int unaddressable,
    int modified,
    List<Integer> foundAny,
    List<Integer> foundFirst,
    int foundElsewhere,
    int disagreements,
    int disagreementsAtLimit,
    int ham,
    List<Integer> hamMatched,
    int incomplete,
    int marksUnconfirmed,
    int marksRefused,
    List<Double> millis,
    double seconds) {}
