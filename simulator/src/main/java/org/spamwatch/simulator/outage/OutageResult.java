package org.spamwatch.simulator.outage;

/**
 * What came of one fault.
 *
 * @param fault its name
 * @param peers that ran when it began
 * @param acknowledged votes that peers had accepted, before it and while it lasted
 * @param unheld of these, those whose every holder was hit; they are not promised to be found
 * @param lost of the others, those that were not found within the patience
 * @param upSeconds until the peers that were to come back were up, 0 if none were
 * @param routesSeconds until every route was right; negative if that did not happen
 * @param votesSeconds until every vote was found; negative if that did not happen
 * @param kept whether every promise was kept
 * @param remark what else is to be told, or empty
 */
public record OutageResult(
    String fault,
    int peers,
    int acknowledged,
    int unheld,
    int lost,
    double upSeconds,
    double routesSeconds,
    double votesSeconds,
    boolean kept,
    String remark) {}
