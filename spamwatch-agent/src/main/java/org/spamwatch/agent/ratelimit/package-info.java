/**
 * How many different things somebody may do in a period, for mail servers: Exim's ratelimit with
 * {@code per_addr} (Finch). {@link org.spamwatch.agent.ratelimit.RateLimits} counts for all of a
 * peer's ports. Time is handed in; no address is kept but of keys that are over their limit, and
 * those in memory alone.
 */
@NullMarked
package org.spamwatch.agent.ratelimit;

import org.jspecify.annotations.NullMarked;
