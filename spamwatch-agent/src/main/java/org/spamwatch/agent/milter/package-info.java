/**
 * The milter protocol, versions 2 to 6, by which Postfix and Sendmail show a mail to this peer
 * while its sender waits: {@link org.spamwatch.agent.milter.MilterPort}. It is described nowhere
 * but in libmilter and in Postfix; what is used of it here is that a packet is a length of four
 * bytes, a letter and its data, that the mail server says at first what it can do and leaves out,
 * and that all changes to a mail are told in answer to its end.
 *
 * <p>It fails open: whatever goes wrong, the mail is accepted as it came, without those fields that
 * claim to be this program's.
 */
@NullMarked
package org.spamwatch.agent.milter;

import org.jspecify.annotations.NullMarked;
