/**
 * The command line {@code spamwatch}: one class a command, {@link
 * org.spamwatch.agent.cli.SpamWatch} at their head; start there. Fingerprints are computed here and
 * only they are sent to a peer. Every problem is one line on standard error and an exit code of
 * {@link org.spamwatch.agent.cli.ExitCode}.
 */
@NullMarked
package org.spamwatch.agent.cli;

import org.jspecify.annotations.NullMarked;
