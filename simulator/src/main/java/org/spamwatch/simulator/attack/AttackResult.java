package org.spamwatch.simulator.attack;

/**
 * What an attack cost and what came of it.
 *
 * @param bytes what the attacker sent: frames or requests with their lengths, and no TLS
 * @param seconds how long the attacker was busy
 * @param seen what an honest user saw meanwhile and afterwards, in one line with figures
 * @param kept whether the promise was kept
 */
public record AttackResult(long bytes, double seconds, String seen, boolean kept) {}
