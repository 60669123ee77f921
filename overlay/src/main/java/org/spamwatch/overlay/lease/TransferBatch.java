package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Message;

/**
 * A message that hands records over.
 *
 * @param checks signatures that its receiver has to check for it at most, 1 or more
 */
public record TransferBatch(Message message, int checks) {}
