package org.spamwatch.agent.vote;

import java.util.random.RandomGenerator;
import org.spamwatch.ata.adolr.Adolr;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.ReplicaLookup;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseConfig;

/**
 * The node on which votes are kept and mails checked: its layers from the overlay up, what bounds
 * them, its time and its randomness.
 */
public record NodeLayers(
    KeyBasedRouting routing,
    Dolr dolr,
    Adolr adolr,
    ReplicaLookup replicaLookup,
    Limits limits,
    LeaseConfig leases,
    Timers timers,
    RandomGenerator random) {}
