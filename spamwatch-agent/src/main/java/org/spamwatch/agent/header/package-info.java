/**
 * What this peer writes into the header of a mail, and how it knows that again: {@link
 * org.spamwatch.agent.header.HeaderBlock} finds the fields of a mail and takes out those that claim
 * to be this program's, {@link org.spamwatch.agent.header.AddedFields} says what is added, and
 * {@link org.spamwatch.agent.header.SealedFingerprints} carries a mail's fingerprints to clients
 * that compute none themselves. Knows no protocol.
 */
@NullMarked
package org.spamwatch.agent.header;

import org.jspecify.annotations.NullMarked;
