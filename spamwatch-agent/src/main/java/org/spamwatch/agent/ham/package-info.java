/**
 * What a site's own ham looks like: features that its users' wanted mail has, learnt here and never
 * sent anywhere. They count for nothing when mail is matched or published, so that a footer or a
 * newsletter that spam happens to contain makes nothing spam. Start at {@link
 * org.spamwatch.agent.ham.OwnHam}.
 *
 * <p>No input or output, no clock: the driver keeps the parts in files and says what time it is.
 * Everything mutable belongs to the node's turn.
 */
@NullMarked
package org.spamwatch.agent.ham;

import org.jspecify.annotations.NullMarked;
