/** The simulator's command line. */
@NullMarked
package org.spamwatch.simulator.cli;

import org.jspecify.annotations.NullMarked;
