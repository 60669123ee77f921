/**
 * Who votes. Start reading at {@link org.spamwatch.agent.access.Access}: it says of whoever is at
 * the other end of a connection as whom a vote of his counts, by what the kernel tells of it
 * ({@link org.spamwatch.agent.port.OtherEnd}) and by the token that he shows ({@link
 * org.spamwatch.agent.access.Users}).
 */
@NullMarked
package org.spamwatch.agent.access;

import org.jspecify.annotations.NullMarked;
