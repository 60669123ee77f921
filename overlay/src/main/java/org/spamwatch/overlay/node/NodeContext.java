package org.spamwatch.overlay.node;

import java.util.random.RandomGenerator;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Outbox;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.routing.RoutingTable;

/**
 * What all parts of a node share.
 *
 * @param self its id and the endpoint at which others reach it as a member
 * @param random its own source of randomness
 */
record NodeContext(
    Contact self,
    OverlayConfig config,
    Limits limits,
    Timers timers,
    Outbox outbox,
    RandomGenerator random,
    RoutingTable table,
    Counts counts) {}
