package org.spamwatch.ata.mail;

/**
 * Is handed the mails of a {@link Mailbox} one by one.
 *
 * @param <X> what it may throw to stop the walk
 */
public interface MailVisitor<X extends Exception> {
  /**
   * One mail. It is not kept by the mailbox, and the next is read only after this returns.
   *
   * @param name the file, followed by {@code #1}, {@code #2} and so on when it holds several mails
   * @param mail its bytes; an mbox's {@code From } line is not among them
   */
  void mail(String name, byte[] mail) throws X;

  /**
   * Something that cannot be taken for a mail: unreadable, missing or too large. The walk goes on.
   *
   * @param name the file, or the mail in it
   * @param reason one line for a user, without the name
   */
  void problem(String name, String reason) throws X;
}
