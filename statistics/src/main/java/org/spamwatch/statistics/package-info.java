/**
 * A statistical filter by approximation (<b>HAI</b>: Zhong and Li, <em>Speed Up Statistical Spam
 * Filter by Approximation</em>): the tokens of a mail, which of them are new in it, how spammy each
 * is, and the score of all. Each stage has an exact twin. Depends on {@code sketch} alone, and has
 * no input or output.
 */
@NullMarked
package org.spamwatch.statistics;

import org.jspecify.annotations.NullMarked;
