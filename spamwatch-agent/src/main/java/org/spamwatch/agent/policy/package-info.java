/**
 * Postfix's policy delegation protocol (SMTPD_POLICY_README), by which a mail server asks for each
 * recipient whether to take it: {@link org.spamwatch.agent.policy.PolicyPort} counts it by the
 * peer's rate limits.
 *
 * <p>Threads: requests are read on the port's event loop and answered by its workers.
 */
@NullMarked
package org.spamwatch.agent.policy;

import org.jspecify.annotations.NullMarked;
