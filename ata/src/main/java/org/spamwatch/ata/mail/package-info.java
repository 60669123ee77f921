/**
 * From the bytes of a mail to the text a person reads, and from a path to the mails in it.
 *
 * <p>{@link org.spamwatch.ata.mail.MailText} is the border at which hostile input is bounded:
 * {@link org.spamwatch.ata.mail.MailLimits} holds every limit. {@link
 * org.spamwatch.ata.mail.Mailbox} is the only class of this module that touches the file system.
 */
@NullMarked
package org.spamwatch.ata.mail;

import org.jspecify.annotations.NullMarked;
