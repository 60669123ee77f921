package org.spamwatch.agent.imap;

import jakarta.mail.FolderClosedException;
import jakarta.mail.MessagingException;
import jakarta.mail.StoreClosedException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.http.PeerClientException;
import org.spamwatch.agent.imap.Ledger.Entry;
import org.spamwatch.agent.imap.Ledger.Kind;
import org.spamwatch.agent.imap.MailFolder.Keyword;
import org.spamwatch.agent.imap.MailFolder.Seen;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * Looks at an account's folders and acts on what has changed since it did so last: checks what
 * arrived, files what is spam, and votes what a person said by moving a mail.
 *
 * <p>A person moved a mail into Junk if it was in the inbox, is there no more, and lies in Junk
 * without a keyword of a program. One is taken out of Junk if it was seen there and turns up
 * elsewhere, but for the trash: with the keyword that it had in Junk, or having left it. Everything
 * else in Junk was put there by a program. What is not remembered is taken for new mail if it is no
 * older than {@link #MOST_AGE}, and nothing is acted on that was there when an account is first
 * seen, but that what lies in Junk then gets the keyword of what a program put there.
 *
 * <p>A mail that could not be asked about or voted on, for there was no peer, is not remembered and
 * so comes again. Not thread-safe.
 */
final class Round {
  /** Mail received longer ago was not just delivered: somebody put it here. */
  static final Duration MOST_AGE = Duration.ofDays(30);

  private static final Logger LOG = LoggerFactory.getLogger(Round.class);
  private static final int MOST_ELSEWHERE = 100;

  /** So many that their owner may wonder what takes so long. */
  private static final int MANY = 100;

  private final String account;
  private final Ledger ledger;
  private final Saving saving;
  private final Peer peer;
  private final ApproximateText text;
  private final SenderProof proof;
  private final Clock clock;
  private final Set<Long> copied = new HashSet<>(); // in Junk, while still in the inbox
  private Set<Long> leftNow = Set.of(); // identities that have left Junk since the last round
  private Set<Long> leftBefore = Set.of();

  /**
   * Of one account.
   *
   * @param account its name, for log lines
   * @param saving keeps the ledger
   * @param proof whose word its owner takes on who has sent a mail
   */
  Round(
      String account,
      Ledger ledger,
      Saving saving,
      Peer peer,
      ApproximateText text,
      SenderProof proof,
      Clock clock) {
    this.account = account;
    this.ledger = ledger;
    this.saving = saving;
    this.peer = peer;
    this.text = text;
    this.proof = proof;
    this.clock = clock;
  }

  /** Keeps the ledger over restarts. */
  interface Saving {
    void save() throws IOException;
  }

  /** The folders of an account but for inbox, Junk, trash and the like. */
  interface Elsewhere {
    /** Shows each to a visitor. */
    void forEach(Visitor visitor) throws MessagingException, AgentException, IOException;

    /** Looks at a folder. */
    interface Visitor {
      void visit(MailFolder folder) throws MessagingException, AgentException, IOException;
    }
  }

  /**
   * Looks and acts.
   *
   * @return whether to look again at once, because something was seen half done
   * @throws PeerClientException if there is no peer; the rest is left for the next round
   */
  boolean run(MailFolder inbox, MailFolder junk, Elsewhere elsewhere)
      throws MessagingException, AgentException, IOException {
    try {
      // The inbox first: what is in Junk then and was in neither has been moved in between.
      Optional<List<Seen>> arrived = changes("inbox", inbox, ledger.inbox(), Kind.KEPT);
      Optional<List<Seen>> inJunk = changes("Junk", junk, ledger.junk(), Kind.FILED);
      if (inJunk.isEmpty()) {
        markAsOld(junk);
      }
      leftBefore = leftNow;
      leftNow = ledger.junk().left();
      boolean again = false;
      for (Seen mail : inJunk.orElse(List.of())) {
        again |= !joinedJunk(junk, mail);
      }
      if (arrived.map(List::size).orElse(0) >= MANY) {
        LOG.info("{}: {} new mails to be asked about", account, arrived.map(List::size).orElse(0));
      }
      for (Seen mail : arrived.orElse(List.of())) {
        arrived(inbox, mail);
      }
      finishFiling(inbox);
      lookElsewhere(elsewhere);
      return again;
    } finally {
      saving.save();
    }
  }

  /** So that what is taken out of Junk is told from what arrives, in whichever folder. */
  private void markAsOld(MailFolder junk) throws MessagingException {
    if (junk.keepsKeywords()) {
      List<Long> unmarked = new ArrayList<>();
      ledger
          .junk()
          .present()
          .forEach(
              (uid, entry) -> {
                if (entry.kind() == Kind.FILED) {
                  unmarked.add(uid);
                }
              });
      junk.mark(unmarked, Keyword.FILED, true);
    }
  }

  /** What is new in a folder; of one that is seen for the first time everything is old. */
  private Optional<List<Seen>> changes(String name, MailFolder folder, Ledger.Mails known, Kind old)
      throws MessagingException {
    long validity = folder.validity();
    boolean first = !known.isOf(validity);
    if (first) {
      known.reset(validity);
    }
    List<Seen> fresh = folder.look(known.seen(folder.newest(Ledger.MOST_MAILS)));
    if (!first) {
      return Optional.of(fresh);
    }
    fresh.forEach(
        mail -> known.put(mail.uid(), mail.identity(), mail.has(Keyword.VOTED) ? Kind.VOTED : old));
    LOG.info("{}: {} is new here; its {} mails are left alone", account, name, fresh.size());
    return Optional.empty();
  }

  /** Returns whether it is settled what a mail does in Junk. */
  private boolean joinedJunk(MailFolder junk, Seen mail) throws MessagingException, AgentException {
    boolean ours = ledger.filing().remove(mail.identity());
    if (mail.has(Keyword.VOTED)) {
      ledger.junk().put(mail.uid(), mail.identity(), Kind.VOTED);
    } else if (ours || mail.has(Keyword.FILED)) {
      ledger.junk().put(mail.uid(), mail.identity(), Kind.FILED);
    } else if (ledger.inbox().holds(mail.identity())) {
      if (copied.add(mail.uid())) {
        return false; // a move that is half done, or a copy: the next round knows
      }
      copied.remove(mail.uid());
      filedByOthers(junk, mail);
    } else if (ledger.inbox().find(mail.identity()).isPresent()) {
      vote(junk, mail, VoteValue.SPAM, "moved to Junk");
      mark(junk, mail, Keyword.VOTED, true);
      ledger.inbox().forget(mail.identity());
      ledger.junk().put(mail.uid(), mail.identity(), Kind.VOTED);
    } else {
      filedByOthers(junk, mail);
    }
    return true;
  }

  /** So that it is known as such in whichever folder it turns up. */
  private void filedByOthers(MailFolder junk, Seen mail) throws MessagingException {
    mark(junk, mail, Keyword.FILED, true);
    ledger.junk().put(mail.uid(), mail.identity(), Kind.FILED);
  }

  private void arrived(MailFolder inbox, Seen mail)
      throws MessagingException, AgentException, IOException {
    Optional<Entry> inJunk = ledger.ofJunk(mail.identity());
    boolean marked = !mail.keywords().isEmpty();
    if (inJunk.isPresent() && (marked || leftUnmarked(inbox, mail))) {
      takenOut(inbox, mail, inJunk.get());
    } else if (!marked && !cameBack(mail) && isRecent(mail) && isSpam(inbox, mail)) {
      file(inbox, mail.uid(), mail.identity());
      return;
    }
    ledger.inbox().put(mail.uid(), mail.identity(), Kind.KEPT);
  }

  /** On a server without keywords all that is known is that it has just left Junk. */
  private boolean leftUnmarked(MailFolder inbox, Seen mail) throws MessagingException {
    long identity = mail.identity();
    boolean left = leftNow.contains(identity) || leftBefore.contains(identity);
    return left && !inbox.keepsKeywords() && !ledger.junk().holds(identity);
  }

  /** Just moved out of Junk, and whoever did so has taken the keywords away already. */
  private boolean cameBack(Seen mail) {
    return leftNow.contains(mail.identity()) && !ledger.junk().holds(mail.identity());
  }

  private boolean isRecent(Seen mail) {
    return mail.received().isAfter(Instant.now(clock).minus(MOST_AGE));
  }

  /**
   * A person says that it is no spam, or did not mean it to be. What a program moved back for him
   * says nothing more: he has told it to a peer himself, and here at most a vote ends.
   */
  private void takenOut(MailFolder folder, Seen mail, Entry inJunk)
      throws MessagingException, AgentException {
    if (mail.has(Keyword.VOTED) || inJunk.kind() == Kind.VOTED) {
      vote(folder, mail, VoteValue.WITHDRAWN, "taken out of Junk");
    } else if (!mail.has(Keyword.BACK)) {
      vote(folder, mail, VoteValue.HAM, "taken out of Junk");
    }
    // Whoever moves it to Junk now is a person again.
    for (Keyword keyword : Keyword.values()) {
      mark(folder, mail, keyword, false);
    }
    ledger.junk().forget(mail.identity());
    ledger.filing().remove(mail.identity());
  }

  private void file(MailFolder inbox, long uid, long identity)
      throws MessagingException, IOException {
    ledger.inbox().put(uid, identity, Kind.FILING);
    saving.save(); // whoever finds the keyword in the inbox after a crash must know whose it is
    if (inbox.keepsKeywords()) {
      inbox.mark(List.of(uid), Keyword.FILED, true);
    }
    try {
      inbox.moveToJunk(uid);
    } catch (FolderClosedException | StoreClosedException e) {
      throw e;
    } catch (MessagingException e) {
      inbox.mark(List.of(uid), Keyword.FILED, false);
      ledger.inbox().put(uid, identity, Kind.KEPT);
      LOG.warn("{}: the server does not move a mail to Junk; it stays in the inbox", account);
      return;
    }
    ledger.filed(uid, identity);
    LOG.info("{}: a mail is spam and was moved to Junk", account);
  }

  /** What was to be filed when this program or the connection ended. */
  private void finishFiling(MailFolder inbox) throws MessagingException, IOException {
    for (var entry : new ArrayList<>(ledger.inbox().present().entrySet())) {
      if (entry.getValue().kind() == Kind.FILING) {
        file(inbox, entry.getKey(), entry.getValue().identity());
      }
    }
  }

  /** What has left Junk is in the trash, gone, or a person has taken it elsewhere. */
  private void lookElsewhere(Elsewhere elsewhere)
      throws MessagingException, AgentException, IOException {
    if (leftNow.isEmpty()) {
      return;
    }
    elsewhere.forEach(
        folder -> {
          for (Seen mail : folder.withKeyword(MOST_ELSEWHERE)) {
            Optional<Entry> inJunk = ledger.ofJunk(mail.identity());
            if (inJunk.isPresent() && !ledger.junk().holds(mail.identity())) {
              takenOut(folder, mail, inJunk.get());
            }
          }
        });
  }

  private void mark(MailFolder folder, Seen mail, Keyword keyword, boolean set)
      throws MessagingException {
    if (mail.has(keyword) != set && folder.keepsKeywords()) {
      folder.mark(List.of(mail.uid()), keyword, set);
    }
  }

  private Optional<ReadMail> read(MailFolder folder, Seen mail) throws MessagingException {
    try {
      Optional<byte[]> bytes = folder.read(mail.uid(), text.limits().maxBytes());
      return bytes.isEmpty()
          ? Optional.empty()
          : Optional.of(new ReadMail(bytes.get(), proof.address(text, bytes.get())));
    } catch (NotAMailException e) {
      return Optional.empty();
    }
  }

  private boolean isSpam(MailFolder inbox, Seen mail) throws MessagingException, AgentException {
    Optional<ReadMail> read = read(inbox, mail);
    if (read.isEmpty()) {
      return false;
    }
    try {
      CheckAnswer answer = peer.check(read.get());
      return answer.verdict() == Verdict.SPAM;
    } catch (PeerClientException e) {
      refused(e);
      return false;
    }
  }

  private void vote(MailFolder folder, Seen mail, VoteValue value, String what)
      throws MessagingException, AgentException {
    Optional<ReadMail> read = read(folder, mail).filter(ReadMail::isAddressable);
    if (read.isEmpty()) {
      LOG.info("{}: a mail was {}; it has too little text to vote on", account, what);
      return;
    }
    try {
      VoteAnswer answer = peer.vote(read.get(), value);
      String said = answer.accepted() ? "accepted" : "not accepted: " + answer.reason();
      LOG.info("{}: a mail was {}; vote {} {}", account, what, value, said);
    } catch (PeerClientException e) {
      refused(e);
    }
  }

  /** What is refused for good must not come again; no peer is another matter. */
  private void refused(PeerClientException e) throws PeerClientException {
    if (e.kind() != PeerClientException.Kind.REFUSED || e.concernsAll()) {
      throw e;
    }
    LOG.warn("{}: {}", account, e.line());
  }
}
