package org.spamwatch.agent.api;

/** What programs are told that watch over the peer: {@code alive} or {@code ready}. */
public record HealthAnswer(String status) {}
