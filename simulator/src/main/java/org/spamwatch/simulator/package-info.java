/** Experiments and their command line; every part is a package of its own. */
@NullMarked
package org.spamwatch.simulator;

import org.jspecify.annotations.NullMarked;
