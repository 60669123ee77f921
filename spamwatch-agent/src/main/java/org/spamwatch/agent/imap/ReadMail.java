package org.spamwatch.agent.imap;

import org.spamwatch.ata.AddressedMail;

/**
 * A mail of a mailbox, and what it is named by.
 *
 * @param bytes all of it; of these nothing is sent
 */
@SuppressWarnings("ArrayRecordComponent") // handed on once, never compared
public record ReadMail(byte[] bytes, AddressedMail addressed) {
  /** Whether it has enough text to be asked about by it, and voted on. */
  public boolean isAddressable() {
    return addressed.isAddressable();
  }
}
