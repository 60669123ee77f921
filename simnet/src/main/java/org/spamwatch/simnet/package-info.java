/**
 * A seeded discrete-event network: virtual time ({@link org.spamwatch.simnet.Simulation}), links
 * with latency and faults ({@link org.spamwatch.simnet.SimNetwork}), and machines that are driven
 * by it ({@link org.spamwatch.simnet.Machine}). It carries opaque messages and knows no protocol.
 * One seed gives one run, event by event.
 */
@NullMarked
package org.spamwatch.simnet;

import org.jspecify.annotations.NullMarked;
