/**
 * The live engine: whole peers, the very node code that runs on a mail server, on the seeded
 * network. Start reading at {@code PeerNetwork}.
 */
@NullMarked
package org.spamwatch.simulator.virtual;

import org.jspecify.annotations.NullMarked;
