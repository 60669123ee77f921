package org.spamwatch.agent.imap;

import jakarta.mail.Folder;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.StoreClosedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPStore;
import org.spamwatch.agent.AgentException;

/** An account's mailbox, logged in. For one thread, but for {@link #wake} and {@link #cut}. */
final class ImapMailbox implements AutoCloseable {
  private static final int CONNECT_MILLIS = 30_000;

  /** How much longer than a poll takes the server may say nothing. */
  private static final int SILENCE_MILLIS = 60_000;

  private static final int PIECE_BYTES = 256 * 1024;
  private static final int MOST_ELSEWHERE = 64;

  private static final Set<String> JUNK_NAMES =
      Set.of("junk", "spam", "junk e-mail", "junk email", "bulk mail");
  private static final Set<String> SPECIAL_NAMES =
      Set.of(
          "trash",
          "deleted items",
          "deleted messages",
          "bin",
          "sent",
          "sent items",
          "sent messages",
          "sent mail",
          "drafts",
          "outbox",
          "templates",
          "all mail");
  private static final Set<String> SPECIAL_USES =
      Set.of(
          "\\trash",
          "\\sent",
          "\\drafts",
          "\\all",
          "\\junk",
          "\\flagged",
          "\\noselect",
          "\\nonexistent");

  private final Queue<Socket> sockets;
  private final IMAPStore store;
  private final String junkName;
  private final ImapFolder inbox;
  private final ImapFolder junk;

  private ImapMailbox(Queue<Socket> sockets, IMAPStore store, Optional<String> junkName)
      throws MessagingException {
    this.sockets = sockets;
    this.store = store;
    this.junkName = junkName.isPresent() ? junkName.get() : junkOf(folders());
    this.inbox = folder("INBOX");
    this.junk = folder(this.junkName);
  }

  /**
   * Logs in.
   *
   * @param tls how it is secured, if it is
   */
  static ImapMailbox open(Account account, String password, Optional<SSLSocketFactory> tls)
      throws MessagingException {
    Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    Properties properties = new Properties();
    int silence = (int) account.poll().toMillis() + SILENCE_MILLIS;
    properties.setProperty("mail.imap.connectiontimeout", Integer.toString(CONNECT_MILLIS));
    properties.setProperty("mail.imap.timeout", Integer.toString(silence));
    properties.setProperty("mail.imap.connectionpooltimeout", Integer.toString(silence));
    properties.setProperty("mail.imap.fetchsize", Integer.toString(PIECE_BYTES));
    properties.setProperty("mail.imap.peek", "true");
    properties.setProperty("mail.imap.socketFactory.fallback", "false");
    properties.setProperty(
        "mail.imap.auth.mechanisms", account.secret().token() ? "XOAUTH2" : "PLAIN LOGIN");
    properties.put("mail.imap.socketFactory", new Sockets(account, tls, sockets));
    IMAPStore store = (IMAPStore) Session.getInstance(properties).getStore("imap");
    boolean open = false;
    try {
      store.connect(account.host(), account.port(), account.user(), password);
      ImapMailbox mailbox = new ImapMailbox(sockets, store, account.junk());
      mailbox.inbox.opened();
      open = true;
      return mailbox;
    } finally {
      if (!open) {
        cut(sockets);
      }
    }
  }

  /** Makes this account's connections, and remembers them. */
  private static final class Sockets extends SocketFactory {
    private final Account account;
    private final Optional<SSLSocketFactory> tls;
    private final Queue<Socket> made;

    Sockets(Account account, Optional<SSLSocketFactory> tls, Queue<Socket> made) {
      this.account = account;
      this.tls = tls;
      this.made = made;
    }

    @Override
    public Socket createSocket() {
      made.removeIf(Socket::isClosed);
      Socket socket = new BoundedSocket(account.host(), account.port(), tls);
      made.add(socket);
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new IOException("not used");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      throw new IOException("not used");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      throw new IOException("not used");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      throw new IOException("not used");
    }
  }

  private ImapFolder folder(String name) throws MessagingException {
    return new ImapFolder(store, (IMAPFolder) store.getFolder(name), junkName);
  }

  private List<IMAPFolder> folders() throws MessagingException {
    List<IMAPFolder> folders = new ArrayList<>();
    for (Folder folder : store.getDefaultFolder().list("*")) {
      folders.add((IMAPFolder) folder);
    }
    return folders;
  }

  /** The one that the server marks, or one that is called so, or one to be made. */
  private static String junkOf(List<IMAPFolder> folders) throws MessagingException {
    String named = "Junk";
    for (IMAPFolder folder : folders) {
      if (uses(folder).contains("\\junk")) {
        return folder.getFullName();
      }
      if (JUNK_NAMES.contains(folder.getName().toLowerCase(Locale.ROOT))) {
        named = folder.getFullName();
      }
    }
    return named;
  }

  private static List<String> uses(IMAPFolder folder) throws MessagingException {
    return Arrays.stream(folder.getAttributes()).map(use -> use.toLowerCase(Locale.ROOT)).toList();
  }

  MailFolder inbox() {
    return inbox;
  }

  MailFolder junk() {
    return junk;
  }

  /** Folders into which a person may have taken a mail out of Junk, one after the other. */
  void elsewhere(Round.Elsewhere.Visitor visitor)
      throws MessagingException, AgentException, IOException {
    int visited = 0;
    for (IMAPFolder folder : folders()) {
      boolean special =
          folder.getFullName().equalsIgnoreCase("INBOX")
              || folder.getFullName().equals(junkName)
              || SPECIAL_NAMES.contains(folder.getName().toLowerCase(Locale.ROOT))
              || uses(folder).stream().anyMatch(SPECIAL_USES::contains);
      if (!special && visited++ < MOST_ELSEWHERE) {
        ImapFolder looked = new ImapFolder(store, folder, junkName);
        try {
          visitor.visit(looked);
        } finally {
          looked.close();
        }
      }
    }
  }

  /** After a round: only the inbox stays open. */
  void rest() throws MessagingException {
    junk.close();
  }

  /** Whether the server tells when mail comes. */
  boolean canIdle() throws MessagingException {
    return store.hasCapability("IDLE");
  }

  /** Waits until the server tells of something, or {@link #wake} is called. */
  void idle() throws MessagingException {
    inbox.opened().idle(true);
    if (!store.isConnected()) {
      throw new StoreClosedException(store, "connection lost");
    }
  }

  /** Ends a wait; for any thread. */
  void wake() {
    try {
      inbox
          .imap()
          .doCommand(
              protocol -> {
                protocol.noop();
                return null;
              });
    } catch (MessagingException | IllegalStateException e) {
      return; // it has ended by itself: the connection is lost
    }
  }

  /** Ends all connections at once; for any thread. */
  void cut() {
    cut(sockets);
  }

  private static void cut(Queue<Socket> sockets) {
    sockets.forEach(ImapMailbox::cut);
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return; // it is gone
    }
  }

  /** Logs out; nothing is expunged. */
  @Override
  public void close() {
    try {
      junk.close();
      inbox.close();
      store.close();
    } catch (MessagingException e) {
      return; // the connection was lost: nothing to log out of
    } finally {
      cut();
    }
  }
}
