package org.spamwatch.simulator.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.peer.PeerCore;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteMessage.ReplicateVote;
import org.spamwatch.agent.vote.VoteResult;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.wire.MessageTable;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * {@link Hide} by a member of a closed realm, who fills all the room that every peer has for votes,
 * with votes on the mails that he is going to send and for vectors that no mail has. Then the
 * realm's authority revokes him, and people mark those mails.
 */
final class HideRevoked implements Attack.Scenario {
  private static final int PEERS = 8;
  private static final int MAILS = 20;
  private static final int KEYS = 12;

  /** Room for votes at each peer: what so many of the attacker's votes take more than once. */
  private static final long ROOM = 500_000;

  private static final int VOTES_A_MAIL = 20;
  private static final long SECOND = 1_000_000;

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress) {
    SplittableRandom random = new SplittableRandom(settings.seed());
    PeerConfig standard = PeerConfig.DEFAULT;
    PeerConfig config = standard.withVotes(standard.votes().withRoom(ROOM));
    PeerNetwork network =
        PeerNetwork.closed(settings.seed(), config, Latency.plane(settings.seed(), 50_000));
    for (int i = 0; i < PEERS; i++) {
      network.add();
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(60 * SECOND);
    Peer attacker = network.running().get(PEERS - 1);
    List<Peer> honest = network.running().subList(0, PEERS - 1);
    List<RandomText> mails = new ArrayList<>();
    for (int i = 0; i < MAILS; i++) {
      mails.add(RandomText.draw(random));
    }
    progress.accept("filling the room of " + honest.size() + " peers");
    long bytes = fill(network, attacker, honest, mails, random);
    long filled = places(honest);
    network.revoke(honest.get(0), attacker);
    network.simulation().runFor(60 * SECOND);
    progress.accept("marking and asking");
    int accepted = 0;
    int found = 0;
    for (int i = 0; i < MAILS; i++) {
      MessageLog box =
          new MessageLog(network, honest.get(i % honest.size()), new SimulatedVoter(random));
      AddressedMail mail = mails.get(i).address();
      accepted += box.mark(mail, VoteValue.SPAM).map(VoteResult::accepted).orElse(false) ? 1 : 0;
      network.simulation().runFor(SECOND);
      Peer reader = honest.get((i + 1) % honest.size());
      found +=
          MessageLog.check(network, reader, mail, 1, Threshold.STANDARD).verdict() == Verdict.SPAM
              ? 1
              : 0;
    }
    String seen =
        "room of %d of %d peers full of a member's votes; once revoked %d of %d marks taken, %d found"
            .formatted(filled, honest.size(), accepted, MAILS, found);
    boolean kept = filled > 0 && accepted == MAILS && found == MAILS;
    return new AttackResult(bytes, 0, seen, kept);
  }

  /** Peers whose room for votes is used up, but for a vote or two. */
  private static long places(List<Peer> honest) {
    return honest.stream()
        .filter(peer -> peer.core().status().space().bytes() > ROOM - ROOM / 100)
        .count();
  }

  private static long fill(
      PeerNetwork network,
      Peer attacker,
      List<Peer> honest,
      List<RandomText> mails,
      SplittableRandom random) {
    MessageTable codec = PeerCore.messages(Limits.DEFAULT);
    Contact self = attacker.contact();
    HostileSite site =
        new HostileSite(self, network.realm(), network.signaturesOf(attacker), random.split());
    long bytes = 0;
    for (RandomText mail : mails) {
      Id guid = mail.address().guid().orElseThrow();
      List<FeatureVector> four = site.vectors(Scheme.CHAR50, Vote.MAX_DIGESTS, KEYS);
      long now = network.simulation().nowMicros() / 1000;
      for (int i = 0; i < VOTES_A_MAIL; i++) {
        Vote vote = site.vote(guid, four, i % 3 == 0 ? VoteValue.WITHDRAWN : VoteValue.SPAM, now);
        for (Peer each : honest) {
          ReplicateVote keep = new ReplicateVote(random.nextLong(), self, 1, vote, four);
          bytes += codec.encode(keep).length;
          network.call(attacker, () -> attacker.core().node().send(each.contact(), keep));
        }
      }
      network.simulation().runFor(SECOND);
    }
    network.simulation().runFor(10 * SECOND);
    return bytes;
  }
}
