package org.spamwatch.overlay;

/**
 * Something that one node can send to another. Implementations are immutable records, each with a
 * serializer of its own in the codec's closed table ({@code org.spamwatch.overlay.wire}).
 */
public interface Message {}
