package org.spamwatch.agent.request;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.spamwatch.agent.bulk.BulkCount;
import org.spamwatch.agent.bulk.BulkStatus;
import org.spamwatch.agent.check.CheckRequest;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.check.MatchedMessage;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.check.VoteSeen;
import org.spamwatch.agent.keys.VoterKey;
import org.spamwatch.agent.peer.AnnouncementStatus;
import org.spamwatch.agent.peer.ClockStatus;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.peer.RecordStatus;
import org.spamwatch.agent.peer.TracedRoute;
import org.spamwatch.agent.summary.SummaryFigures;
import org.spamwatch.agent.summary.SummaryStatus;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteRequest;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteSpace;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Endpoint;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RouteEnd;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.SigningKey;
import org.spamwatch.overlay.lease.Refusal;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.live.Drop;
import org.spamwatch.overlay.live.LinkCounters;
import org.spamwatch.overlay.live.LinkEnd;
import org.spamwatch.overlay.node.OverlayCounters;
import org.spamwatch.overlay.node.Role;

/** A peer whose answers a test chooses; it remembers what it was asked. */
public final class FakePeer implements PeerCalls {
  /** The realm it belongs to. */
  public static final Id REALM = Id.ofHex("aa");

  /** Its own id. */
  public static final Id SITE = Id.ofHex("01");

  /** The message every spam answer names. */
  public static final Id MESSAGE = Id.ofHex("beef");

  private static final Contact SELF = new Contact(SITE, new Endpoint("127.0.0.1", 9460));
  private static final Contact OTHER = new Contact(Id.ofHex("02"), new Endpoint("127.0.0.1", 9461));

  /** What was asked. */
  public final List<CheckRequest> questions = new CopyOnWriteArrayList<>();

  /** For whom mails were counted. */
  public final List<Set<String>> counted = new CopyOnWriteArrayList<>();

  /** How many people got any mail. */
  public volatile Optional<BulkCount> bulk = Optional.empty();

  /** What was voted. */
  public final List<VoteRequest> voteRequests = new CopyOnWriteArrayList<>();

  /** As whom votes were signed. */
  public final List<String> signers = new CopyOnWriteArrayList<>();

  /** What it says next of any mail. */
  public volatile Verdict verdict = Verdict.UNKNOWN;

  /** The most votes that a question may need for that to be spam. */
  public volatile int mostNeeded = Integer.MAX_VALUE;

  /** What it says of own ham. */
  public final FakeHam ham = new FakeHam();

  /** Whether votes are accepted. */
  public volatile boolean accepting = true;

  /** How long a voter over its quota has to wait, in milliseconds; 0 for none. */
  public volatile long overQuota;

  /** Digests that a voter is to withdraw too. */
  public volatile List<List<Id>> standing = List.of();

  /** Whether it takes part through another, and its clock is wrong. */
  public volatile boolean client;

  /** Whether questions are answered at all. */
  public volatile boolean answering = true;

  /** What it knows of campaigns. */
  public final FakeCampaigns campaigns = new FakeCampaigns();

  /** The greatest numbers that users have signed themselves. */
  public final Map<String, Long> sequences = new ConcurrentHashMap<>();

  /** Whether it says it is ready. */
  public volatile boolean ready = true;

  @Override
  public CompletableFuture<CheckResult> check(CheckRequest question) {
    questions.add(question);
    if (!answering) {
      return new CompletableFuture<>();
    }
    boolean spam = verdict == Verdict.SPAM && question.votesNeeded() <= mostNeeded;
    List<MatchedMessage> matches = new ArrayList<>();
    if (spam) {
      VoteSeen seen =
          new VoteSeen(
              Id.ofHex("cafe"),
              OTHER.id(),
              false,
              .25,
              VoteValue.SPAM,
              VoteOrigin.BUTTON,
              1_700_000_000_000L);
      matches.add(
          new MatchedMessage(
              MESSAGE,
              question.vectors().get(0).scheme(),
              9,
              10,
              Set.of(),
              12,
              1,
              2,
              question.vectors().get(0).keys().subList(0, 1),
              List.of(question.vectors().get(0)),
              List.of(seen)));
    }
    return CompletableFuture.completedFuture(
        new CheckResult(
            verdict == Verdict.SPAM && !spam ? Verdict.UNKNOWN : verdict,
            spam ? 12 : 0,
            spam ? 1 : 0,
            spam ? 9 : 0,
            10,
            Source.OVERLAY,
            2,
            matches,
            true,
            "a test says so",
            new Decision(
                spam,
                spam ? Decision.Decider.STRANGERS : Decision.Decider.NOBODY,
                0,
                0,
                spam ? 12 : 0,
                spam ? 1 : 0,
                spam ? 4 : 0,
                spam ? 10 : 0,
                spam ? 7.5 : 0,
                3,
                3,
                spam ? .75 : 0,
                "a test says so",
                spam ? "1 ham vote of one's own people would overrule" : ""),
            Optional.empty()));
  }

  @Override
  public CompletableFuture<Optional<BulkCount>> bulk(
      List<FeatureVector> vectors, Set<String> people) {
    counted.add(people);
    return CompletableFuture.completedFuture(bulk);
  }

  @Override
  public CompletableFuture<VoteResult> vote(VoteRequest voteRequest) {
    voteRequests.add(voteRequest);
    if (overQuota > 0) {
      return CompletableFuture.completedFuture(
          VoteResult.overQuota(voteRequest.vote(), "over quota", overQuota));
    }
    return CompletableFuture.completedFuture(
        (accepting
                ? VoteResult.confirmed(voteRequest.vote(), 4)
                : VoteResult.refused(voteRequest.vote(), "the vote's signature does not hold"))
            .withStanding(standing));
  }

  @Override
  public CompletableFuture<Optional<TracedRoute>> trace(Id key) {
    return CompletableFuture.completedFuture(
        answering
            ? Optional.of(new TracedRoute(RouteEnd.ROOT, List.of(SELF, OTHER)))
            : Optional.empty());
  }

  @Override
  public FakeHam ham() {
    return ham;
  }

  @Override
  public LinkCounters links() {
    return new LinkCounters(
        7, 8, 900, 800, 2, 3, Map.of(Drop.QUEUE_FULL, 1L), Map.of(LinkEnd.IDLE, 4L), 5, 6, 0);
  }

  @Override
  public CompletableFuture<PeerStatus> status() {
    return CompletableFuture.completedFuture(
        new PeerStatus(
            SELF,
            REALM,
            true,
            List.of(OTHER),
            1,
            10,
            3,
            2,
            4,
            0,
            0,
            new VoteSpace(1_000_000, 64_000_000, 0, 0, 0),
            0,
            Optional.of(
                new AnnouncementStatus(
                    new SummaryStatus(
                        3,
                        9,
                        40,
                        1_000_000,
                        1_700_000_000_000L,
                        1_700_000_600_000L,
                        0,
                        0,
                        List.of(),
                        true),
                    new SummaryFigures(37, 3, 400, 2_000_000, 65_536, 0.25, 0.00039),
                    12,
                    3)),
            Optional.of(
                new BulkStatus(
                    120,
                    4_000,
                    250_000,
                    36,
                    15_625,
                    2,
                    0,
                    6_000_000,
                    20_000,
                    20,
                    Map.of("too full", 1L))),
            new RecordStatus(
                1000,
                Map.of(Refusal.STALE, 2L, Refusal.FORGED, 1L),
                1,
                Optional.of(new RefusedRecord(OTHER, REALM, Refusal.AHEAD))),
            client ? Role.CLIENT : Role.MEMBER,
            client ? Optional.of(OTHER) : Optional.empty(),
            0,
            Optional.of(
                new RevocationList(7, 1_700_000_000_000L, List.of(), List.of(), new byte[64])),
            new OverlayCounters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
            new ClockStatus(
                1_700_000_000_000L,
                1_700_000_000_000L,
                client ? Optional.of("it jumped") : Optional.empty())));
  }

  @Override
  public CampaignCalls campaigns() {
    return campaigns;
  }

  @Override
  public byte[] secret() {
    return new byte[] {1};
  }

  @Override
  public boolean isReady() {
    return ready;
  }

  @Override
  public VoterKey voter(String user) {
    byte[] seed = Hashing.sha256().hashString(user, StandardCharsets.UTF_8).asBytes();
    return new VoterKey(SigningKey.ofSeed(seed), sequences.getOrDefault(user, 0L));
  }

  @Override
  public void signedElsewhere(String user, long sequence) {
    sequences.merge(user, sequence, Math::max);
  }

  @Override
  public Vote sign(String user, Id guid, List<Id> digests, VoteValue value, VoteOrigin origin) {
    signers.add(user);
    return new Vote(
        REALM,
        SELF.id(),
        guid,
        digests.stream().sorted().toList(),
        value,
        origin,
        3,
        1,
        new byte[32],
        new byte[64]);
  }
}
