/**
 * Bulk counts: how many people got mail like a mail, here and at other sites of the realm; after
 * DCC and Yan and Cho's enhancement of it. Node logic only: no I/O, clock or thread. Start at
 * {@link org.spamwatch.agent.bulk.BulkCounts}, and at {@link org.spamwatch.agent.bulk.BulkSpread}
 * for how peers tell each other.
 */
@NullMarked
package org.spamwatch.agent.bulk;

import org.jspecify.annotations.NullMarked;
