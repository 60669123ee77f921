/**
 * The parsing stage (HAI, section II-A): the tokens of a mail, in one pass over its bytes and
 * without a tree or an object for anything. Start at {@link
 * org.spamwatch.statistics.mail.MailTokens}.
 */
@NullMarked
package org.spamwatch.statistics.mail;

import org.jspecify.annotations.NullMarked;
