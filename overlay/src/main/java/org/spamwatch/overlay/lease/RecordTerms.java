package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Signatures;

/**
 * On which terms a node publishes records and takes those of others.
 *
 * @param limits how many, and of which dates
 * @param leases for how long
 * @param signatures by which it signs its own and checks others'
 */
public record RecordTerms(Limits limits, LeaseConfig leases, Signatures signatures) {}
