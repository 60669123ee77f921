package org.spamwatch.agent.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.spamwatch.agent.AgentException;
import org.spamwatch.agent.api.CheckAnswer;
import org.spamwatch.agent.api.VoteAnswer;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.PeerClient;
import org.spamwatch.agent.http.PeerClient.CheckOptions;
import org.spamwatch.agent.imap.Peer;
import org.spamwatch.agent.imap.ReadMail;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * The user of {@code spamwatch imap} at a peer, which need not be there yet. What nobody has voted
 * on is judged here by the peer's statistical filter, which is asked for when it is needed and it
 * is some minutes old.
 */
final class ImapPerson implements Peer {
  private static final Logger LOG = LoggerFactory.getLogger(ImapPerson.class);
  private static final long FRESH = Duration.ofMinutes(10).toNanos();

  private final PeerClient client;
  private final Console console;
  private final LongSupplier nanos;
  private Optional<LocalFilter> filter = Optional.empty(); // guarded by this
  private Optional<Long> fetched = Optional.empty(); // guarded by this

  /**
   * This process's user.
   *
   * @param nanos a monotonic time
   */
  ImapPerson(PeerClient client, Console console, LongSupplier nanos) {
    this.client = client;
    this.console = console;
    this.nanos = nanos;
  }

  @Override
  public CheckAnswer check(ReadMail mail) throws AgentException {
    CheckAnswer answer =
        mail.isAddressable()
            ? client.check(MailFeatures.of(mail.addressed()), CheckOptions.USUAL)
            : CheckAnswer.unasked("the mail has too little text");
    if (!answer.leavesOpen()) {
      return answer;
    }
    Optional<LocalFilter> words = filter();
    return words.isPresent() ? words.get().opinion(mail.bytes()).apply(answer) : answer;
  }

  private synchronized Optional<LocalFilter> filter() throws AgentException {
    long now = nanos.getAsLong();
    if (fetched.isEmpty() || now - fetched.get() >= FRESH) {
      filter = LocalFilter.of(client, client.status());
      fetched = Optional.of(now);
    }
    return filter;
  }

  @Override
  public VoteAnswer vote(ReadMail mail, VoteValue value) throws AgentException {
    AddressedMail addressed = mail.addressed();
    Booth booth = Booth.at(client, console);
    Id guid = addressed.guid().orElseThrow();
    List<FeatureVector> marked = booth.marked(addressed);
    List<Id> digests = marked.stream().map(vector -> vector.digest()).toList();
    VoteAnswer answer = client.vote(booth.vote(guid, digests, value, VoteOrigin.MOVE), marked);
    // Who withdraws a mail means what he said of others like it with the same GUID, too.
    for (List<Id> variant : answer.standing().orElse(List.of())) {
      client.vote(booth.vote(guid, variant, value, VoteOrigin.MOVE), List.of());
    }
    if (answer.accepted()) {
      teach(mail.bytes(), value);
    }
    return answer;
  }

  /** The vote stands whatever becomes of this. */
  private void teach(byte[] mail, VoteValue value) {
    try {
      TeachOption teach = new TeachOption();
      teach.begin(client, client.status(), console);
      teach.add(value, mail);
      teach.end();
    } catch (AgentException e) {
      LOG.warn("a mail that was moved is not learnt by the statistical filter: {}", e.line());
    }
  }
}
