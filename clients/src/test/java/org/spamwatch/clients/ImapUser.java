package org.spamwatch.clients;

import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPStore;

/** A person at any mail program that speaks IMAP: looks into folders, moves and flags mails. */
final class ImapUser {
  private final Session session;
  private final IMAPStore store;

  private ImapUser(Session session, IMAPStore store) {
    this.session = session;
    this.store = store;
  }

  /** Logs in at a port of loopback, with the password of all the tests' users. */
  static ImapUser connect(int port, String name) throws MessagingException {
    Properties properties = new Properties();
    properties.put("mail.imap.timeout", "30000");
    Session session = Session.getInstance(properties);
    IMAPStore store = (IMAPStore) session.getStore("imap");
    store.connect("127.0.0.1", port, name, Dovecot.PASSWORD);
    return new ImapUser(session, store);
  }

  private interface Work<T> {
    T with(IMAPFolder folder) throws MessagingException;
  }

  private <T> T in(String name, Work<T> work) throws MessagingException {
    try (Folder folder = store.getFolder(name)) {
      if (!folder.exists()) {
        folder.create(Folder.HOLDS_MESSAGES);
      }
      folder.open(Folder.READ_WRITE);
      return work.with((IMAPFolder) folder);
    }
  }

  /** The Message-IDs of all mails of a folder, in its order. */
  List<String> ids(String folder) throws MessagingException {
    return in(
        folder,
        opened -> {
          List<String> ids = new ArrayList<>();
          for (Message message : opened.getMessages()) {
            ids.add(id(message));
          }
          return ids;
        });
  }

  /** Whether a mail is in a folder. */
  boolean has(String folder, Mail mail) throws MessagingException {
    return ids(folder).contains(mail.id());
  }

  private static String id(Message message) throws MessagingException {
    return ((MimeMessage) message).getMessageID();
  }

  private static Message[] find(Folder folder, Mail mail) throws MessagingException {
    for (Message message : folder.getMessages()) {
      if (mail.id().equals(id(message))) {
        return new Message[] {message};
      }
    }
    throw new AssertionError(mail.id() + " is not in " + folder.getFullName());
  }

  /** Moves a mail, as dragging it does. */
  void move(Mail mail, String from, String to) throws MessagingException {
    in(
        from,
        folder -> {
          folder.moveMessages(find(folder, mail), store.getFolder(to));
          return true;
        });
  }

  /** Moves all mails of a folder in one command. */
  void moveAll(String from, String to) throws MessagingException {
    in(
        from,
        folder -> {
          folder.moveMessages(folder.getMessages(), store.getFolder(to));
          return true;
        });
  }

  /** Sets a keyword, or takes it away. */
  void flag(Mail mail, String in, String keyword, boolean set) throws MessagingException {
    in(
        in,
        folder -> {
          folder.setFlags(find(folder, mail), new Flags(keyword), set);
          return true;
        });
  }

  /** Sets a keyword on all mails of a folder in one command. */
  void flagAll(String in, String keyword) throws MessagingException {
    in(
        in,
        folder -> {
          folder.setFlags(folder.getMessages(), new Flags(keyword), true);
          return true;
        });
  }

  /** The keywords of a mail; not the system's flags. */
  Set<String> keywords(String in, Mail mail) throws MessagingException {
    return in(in, folder -> Set.of(find(folder, mail)[0].getFlags().getUserFlags()));
  }

  /** Whether it is marked as read. */
  boolean isSeen(String in, Mail mail) throws MessagingException {
    return in(in, folder -> find(folder, mail)[0].isSet(Flags.Flag.SEEN));
  }

  /** Uploads a mail, as a mail program does that moves it from another account. */
  void append(String to, Mail mail) throws MessagingException {
    in(
        to,
        folder -> {
          Message message = new MimeMessage(session, new ByteArrayInputStream(mail.bytes()));
          folder.appendMessages(new Message[] {message});
          return true;
        });
  }

  /** Logs out. */
  void close() throws IOException {
    try {
      store.close();
    } catch (MessagingException e) {
      throw new IOException("logging out", e);
    }
  }
}
