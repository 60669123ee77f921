package org.spamwatch.agent.peer;

import java.util.Optional;

/**
 * What a peer makes of its date.
 *
 * @param dateMillis its date, in milliseconds since the epoch
 * @param settledMillis the date by which it forgets what is old, in milliseconds since the epoch
 * @param wrong why its date is known to be wrong, in one line, if it is
 */
public record ClockStatus(long dateMillis, long settledMillis, Optional<String> wrong) {}
