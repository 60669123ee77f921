package org.spamwatch.ata.adolr;

import org.spamwatch.overlay.Id;

/** One of the vectors published for an object, by its digest. */
record Variant(Id guid, Id digest) {}
