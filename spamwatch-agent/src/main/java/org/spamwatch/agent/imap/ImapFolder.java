package org.spamwatch.agent.imap;

import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.hash.Hashing;
import com.google.common.primitives.Longs;
import jakarta.mail.FetchProfile;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.FolderNotFoundException;
import jakarta.mail.Message;
import jakarta.mail.MessageRemovedException;
import jakarta.mail.MessagingException;
import jakarta.mail.UIDFolder;
import jakarta.mail.search.FlagTerm;
import jakarta.mail.search.OrTerm;
import jakarta.mail.search.SearchTerm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.angus.mail.iap.ByteArray;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.iap.Response;
import org.eclipse.angus.mail.imap.IMAPFolder;
import org.eclipse.angus.mail.imap.IMAPMessage;
import org.eclipse.angus.mail.imap.IMAPStore;
import org.eclipse.angus.mail.imap.protocol.BODY;
import org.eclipse.angus.mail.imap.protocol.FLAGS;
import org.eclipse.angus.mail.imap.protocol.FetchResponse;
import org.eclipse.angus.mail.imap.protocol.IMAPProtocol;
import org.eclipse.angus.mail.imap.protocol.INTERNALDATE;
import org.eclipse.angus.mail.imap.protocol.UID;

/**
 * A folder on an IMAP server. It is opened when something is wanted of it that needs it open;
 * whether anything has come or gone in a closed one its STATUS tells. Not thread-safe.
 */
final class ImapFolder implements MailFolder {
  private static final int AT_ONCE = 100;

  /** Flags, when it was received, and by what it is known in any folder. */
  private static final String LOOKED_AT =
      "(UID FLAGS INTERNALDATE"
          + " BODY.PEEK[HEADER.FIELDS (MESSAGE-ID DATE FROM SUBJECT)]<0.4096>)";

  private final IMAPStore store;
  private final IMAPFolder folder;
  private final String junk;
  private Optional<Scan> last = Optional.empty();

  /**
   * One of a store.
   *
   * @param junk the name of the folder for spam
   */
  ImapFolder(IMAPStore store, IMAPFolder folder, String junk) {
    this.store = store;
    this.folder = folder;
    this.junk = junk;
  }

  /** What it held when it was looked at last, and what told that. */
  private record Scan(long validity, long next, int count, SortedSet<Long> newest) {}

  /** The library's own. */
  IMAPFolder imap() {
    return folder;
  }

  /** Opens it, if it is not open; makes it if there is none and it is the folder for spam. */
  IMAPFolder opened() throws MessagingException {
    if (!folder.isOpen()) {
      makeJunk();
      folder.open(Folder.READ_WRITE);
    }
    return folder;
  }

  private void makeJunk() throws MessagingException {
    if (folder.getFullName().equals(junk) && !folder.exists()) {
      folder.create(Folder.HOLDS_MESSAGES);
    }
  }

  /** Closes it; nothing is expunged. */
  void close() throws MessagingException {
    if (folder.isOpen()) {
      folder.close(false);
    }
  }

  @Override
  public long validity() throws MessagingException {
    makeJunk();
    return folder.getUIDValidity();
  }

  @Override
  public SortedSet<Long> newest(int most) throws MessagingException {
    if (folder.isOpen()) {
      return scanned(most);
    }
    Scan now = new Scan(validity(), folder.getUIDNext(), folder.getMessageCount(), new TreeSet<>());
    Scan before = last.orElse(now);
    boolean same =
        last.isPresent()
            && before.validity() == now.validity()
            && before.next() == now.next()
            && before.count() == now.count();
    SortedSet<Long> newest = same ? before.newest() : scanned(most);
    last = Optional.of(new Scan(now.validity(), now.next(), now.count(), newest));
    return newest;
  }

  private SortedSet<Long> scanned(int most) throws MessagingException {
    opened();
    SortedSet<Long> uids = new TreeSet<>();
    int count = folder.getMessageCount();
    if (count > 0) {
      Message[] messages = folder.getMessages(Math.max(1, count - most + 1), count);
      FetchProfile profile = new FetchProfile();
      profile.add(UIDFolder.FetchProfileItem.UID);
      profile.add(FetchProfile.Item.FLAGS);
      folder.fetch(messages, profile);
      for (Message message : messages) {
        try {
          if (!message.isExpunged() && !message.isSet(Flags.Flag.DELETED)) {
            uids.add(folder.getUID(message));
          }
        } catch (MessageRemovedException e) {
          // meanwhile
        }
      }
    }
    return uids;
  }

  @Override
  public List<Seen> look(Collection<Long> uids) throws MessagingException {
    List<Seen> seen = new ArrayList<>();
    for (List<Long> some : Iterables.partition(uids, AT_ONCE)) {
      String set = some.stream().map(String::valueOf).collect(Collectors.joining(","));
      opened().doCommand(protocol -> seen.addAll(look(protocol, set)));
    }
    return seen;
  }

  /** Not by the envelope, which is as long as its sender likes. */
  private static List<Seen> look(IMAPProtocol protocol, String uids) throws ProtocolException {
    Response[] responses = protocol.command("UID FETCH " + uids + " " + LOOKED_AT, null);
    protocol.notifyResponseHandlers(responses);
    protocol.handleResult(responses[responses.length - 1]);
    List<Seen> seen = new ArrayList<>();
    for (Response response : responses) {
      if (response instanceof FetchResponse mail) {
        seen(mail).ifPresent(seen::add);
      }
    }
    return seen;
  }

  private static Optional<Seen> seen(FetchResponse mail) {
    UID uid = mail.getItem(UID.class);
    FLAGS flags = mail.getItem(FLAGS.class);
    BODY header = mail.getItem(BODY.class);
    INTERNALDATE received = mail.getItem(INTERNALDATE.class);
    if (uid == null || flags == null || header == null || received == null) {
      return Optional.empty(); // somebody else has set a flag meanwhile
    }
    ByteArray fields = header.getByteArray();
    byte[] bytes = fields == null ? new byte[0] : fields.getNewBytes();
    Instant at = received.getDate() == null ? Instant.EPOCH : received.getDate().toInstant();
    return Optional.of(
        new Seen(
            uid.uid,
            Hashing.sha256().hashBytes(bytes).asLong(),
            Arrays.stream(Keyword.values())
                .filter(keyword -> flags.contains(keyword.word()))
                .collect(Collectors.toSet()),
            at));
  }

  private Message[] found(Collection<Long> uids) throws MessagingException {
    Message[] messages = opened().getMessagesByUID(Longs.toArray(uids));
    return Arrays.stream(messages).filter(Objects::nonNull).toArray(Message[]::new);
  }

  @Override
  public List<Seen> withKeyword(int most) throws MessagingException {
    SearchTerm[] any =
        Arrays.stream(Keyword.values())
            .map(keyword -> new FlagTerm(new Flags(keyword.word()), true))
            .toArray(SearchTerm[]::new);
    Message[] messages = opened().search(new OrTerm(any));
    List<Long> uids = new ArrayList<>();
    for (Message message : Arrays.copyOf(messages, Math.min(most, messages.length))) {
      uids.add(folder.getUID(message));
    }
    return look(uids);
  }

  @Override
  public Optional<byte[]> read(long uid, int mostBytes) throws MessagingException {
    for (Message message : found(List.of(uid))) {
      try (InputStream in = ((IMAPMessage) message).getMimeStream()) {
        // Not by the size that the server says it has.
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] piece = new byte[8192];
        for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
          out.write(piece, 0, n);
          if (out.size() > mostBytes) {
            return Optional.empty();
          }
        }
        return Optional.of(out.toByteArray());
      } catch (MessageRemovedException e) {
        return Optional.empty();
      } catch (IOException e) {
        throw e.getCause() instanceof MessagingException problem
            ? problem
            : new MessagingException("reading a mail", e);
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean keepsKeywords() throws MessagingException {
    Flags kept = opened().getPermanentFlags();
    return kept != null
        && (kept.contains(Flags.Flag.USER)
            || (kept.contains(Keyword.FILED.word()) && kept.contains(Keyword.VOTED.word())));
  }

  @Override
  public void mark(Collection<Long> uids, Keyword keyword, boolean set) throws MessagingException {
    for (List<Long> some : Lists.partition(List.copyOf(uids), AT_ONCE)) {
      Message[] messages = found(some);
      if (messages.length > 0) {
        folder.setFlags(messages, new Flags(keyword.word()), set);
      }
    }
  }

  @Override
  public void moveToJunk(long uid) throws MessagingException {
    Message[] messages = found(List.of(uid));
    try {
      move(messages);
    } catch (FolderNotFoundException e) {
      store.getFolder(junk).create(Folder.HOLDS_MESSAGES);
      move(messages);
    }
  }

  private void move(Message[] messages) throws MessagingException {
    Folder to = store.getFolder(junk);
    if (store.hasCapability("MOVE")) {
      folder.moveMessages(messages, to);
      return;
    }
    folder.copyMessages(messages, to);
    folder.setFlags(messages, new Flags(Flags.Flag.DELETED), true);
    if (store.hasCapability("UIDPLUS")) {
      folder.expunge(messages); // these alone, not what the person has deleted
    }
  }
}
