package org.spamwatch.simulator.trust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.check.CheckResult;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.agent.trust.TrustConfig;
import org.spamwatch.agent.vote.VoteConfig;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.ata.mail.MailLimits;
import org.spamwatch.simnet.Latency;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.virtual.HourlyUpkeep;
import org.spamwatch.simulator.virtual.MessageLog;
import org.spamwatch.simulator.virtual.PeerNetwork;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;
import org.spamwatch.simulator.virtual.SimulatedVoter;

/**
 * The peers of a closed realm, each a site of its own, and the people who read their mail there.
 * Nobody comes or goes and no campaign is older than three days, so that peers look after their
 * tables far less often than live ones, publish for six days at once, and forget votes after four
 * days instead of sixty. What they remember of voters lasts as long as at live ones. Mail has one
 * scheme only: what is recognised is not the question.
 */
final class CollusionRealm {
  private static final Duration RETENTION = Duration.ofDays(4);
  private static final long SECOND = 1_000_000;

  /** A peer, and whether a colluder reads its mail there. */
  record Site(Peer peer, boolean hasRing) {}

  /** Somebody at a site. */
  record Person(int number, MessageLog mailbox, boolean colludes) {}

  private final ApproximateText addressing =
      new ApproximateText(MailLimits.DEFAULT, List.of(Scheme.CHAR50));
  private final PeerNetwork network;
  private final List<Site> sites = new ArrayList<>();
  private final List<Person> people = new ArrayList<>();

  CollusionRealm(CollusionExperiment.Settings settings) {
    network = PeerNetwork.closed(settings.seed(), config(settings), Latency.constant(1_000));
    int colluding = (int) Math.round(settings.colluders() * settings.users());
    for (int i = 0; i < settings.sites(); i++) {
      sites.add(new Site(network.add(), i < Math.min(colluding, settings.colluderSites())));
      network.simulation().runFor(SECOND);
    }
    for (int i = 0; i < settings.users(); i++) {
      boolean colludes = i < colluding;
      Peer peer = sites.get(i % (colludes ? settings.colluderSites() : settings.sites())).peer();
      SimulatedVoter voter = new SimulatedVoter(network.random());
      people.add(new Person(i, new MessageLog(network, peer, voter), colludes));
    }
    network.simulation().runFor(HourlyUpkeep.SETTLED.toNanos() / 1_000);
  }

  private static PeerConfig config(CollusionExperiment.Settings settings) {
    VoteConfig usual = VoteConfig.DEFAULT;
    return PeerConfig.DEFAULT
        .withOverlay(HourlyUpkeep.overlay())
        .withLeases(HourlyUpkeep.leases())
        .withVotes(HourlyUpkeep.votes(RETENTION, usual.dailyQuota(), usual.importQuota()))
        .withTrust(TrustConfig.DEFAULT.withShare(settings.share()).withOwn(OwnSites.of(Set.of())))
        .withSummaries(settings.announcing() ? SummaryConfig.DEFAULT : SummaryConfig.OFF);
  }

  /** A mail with a text. */
  AddressedMail mail(RandomText text) {
    return text.address(addressing);
  }

  List<Site> sites() {
    return sites;
  }

  List<Person> people() {
    return people;
  }

  long nowMicros() {
    return network.simulation().nowMicros();
  }

  /** Lets time pass until a moment, unless it is over. */
  void runUntil(long micros) {
    if (micros > nowMicros()) {
      network.simulation().runUntil(micros);
    }
  }

  /** What a site says of a mail. */
  CheckResult check(Peer site, AddressedMail mail) {
    return MessageLog.check(network, site, mail, 1, Threshold.STANDARD);
  }

  /** Somebody marks a mail as spam. */
  void mark(Person person, AddressedMail mail) {
    var receipt = person.mailbox().mark(mail, VoteValue.SPAM);
    if (!receipt.map(result -> result.accepted()).orElse(false)) {
      throw new IllegalStateException("a peer has refused its own user's vote: " + receipt);
    }
  }
}
