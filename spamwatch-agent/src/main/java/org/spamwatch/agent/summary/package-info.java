/**
 * What every peer knows of the messages that some peer's own voters call spam now: announced in
 * signed blocks, spread to all, held within bounds. Node logic only: no I/O, clock or thread.
 */
@NullMarked
package org.spamwatch.agent.summary;

import org.jspecify.annotations.NullMarked;
