/**
 * Other ways to publish by features and to ask by them than the product's: those of which the
 * SpamWatch paper says something and measures nothing (sections 3.2 to 3.4 and 4.2). They run as
 * applications on the product's own overlay and DOLR; no peer has them.
 */
@NullMarked
package org.spamwatch.simulator.alternatives;

import org.jspecify.annotations.NullMarked;
