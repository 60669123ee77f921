/**
 * Peers that run as processes of their own, as users run them, on loopback or in network namespaces
 * of this machine; and other people's programs that they are compared with.
 */
@NullMarked
package org.spamwatch.simulator.processes;

import org.jspecify.annotations.NullMarked;
