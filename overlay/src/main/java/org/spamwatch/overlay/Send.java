package org.spamwatch.overlay;

/**
 * An effect: a message to put on the link to an endpoint. The driver may lose, delay, repeat or
 * reorder it.
 */
public record Send(Endpoint to, Message message) {}
