/**
 * A check: a mail is asked about ({@code CheckRequest}), what routes and keepers answer is gathered
 * ({@code Checks}, {@code PendingCheck}), and what people said of it is told ({@code CheckResult}).
 * Nobody's word is taken: evidence is counted by this peer itself. Node logic only: no I/O, clock
 * or thread.
 */
@NullMarked
package org.spamwatch.agent.check;

import org.jspecify.annotations.NullMarked;
