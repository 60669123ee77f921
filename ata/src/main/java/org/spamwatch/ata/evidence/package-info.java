/**
 * What a mail may be known by beside its text: who is to be written to, what it links to, how it is
 * made. Pure functions of a mail.
 */
@NullMarked
package org.spamwatch.ata.evidence;

import org.jspecify.annotations.NullMarked;
