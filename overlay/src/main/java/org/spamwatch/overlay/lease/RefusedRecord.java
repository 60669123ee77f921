package org.spamwatch.overlay.lease;

import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;

/**
 * Another node's word that it does not take a record of this one.
 *
 * @param by the node that says so; anybody may
 * @param key what the record was to be found by
 */
public record RefusedRecord(Contact by, Id key, Refusal reason) {}
