package org.spamwatch.agent.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.spamwatch.agent.bulk.BulkStatus;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.peer.AnnouncementStatus;
import org.spamwatch.agent.peer.ClockStatus;
import org.spamwatch.agent.peer.PeerStatus;
import org.spamwatch.agent.peer.RecordStatus;
import org.spamwatch.agent.proof.SenderProof;
import org.spamwatch.agent.summary.SummaryFigures;
import org.spamwatch.agent.vote.VoteSpace;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.lease.RefusedRecord;
import org.spamwatch.overlay.live.LinkCounters;
import org.spamwatch.overlay.node.Role;

/**
 * A peer's state.
 *
 * @param address host and port of its links
 * @param role the part it takes in the overlay
 * @param host the peer through which it takes part, if it is a client and has found one
 * @param clients peers that take part through this one
 * @param neighbours every node in its tables
 * @param leaves how many of them are in its leaf set
 * @param features feature records held
 * @param votes kept
 * @param pointers object pointers held
 * @param messages of which votes are kept
 * @param pendingVotes votes cast here that root and replicas have not all confirmed
 * @param refusedVotes votes refused since the start
 * @param voteSpace what votes take, and what could not be taken
 * @param openChecks questions under way
 * @param announcements what peers announce as spam, if {@code check.announce} is on
 * @param bulk what is counted of mail that many people get, if {@code bulk.count} is on
 * @param revocations the revocation list in force, in a closed realm that has one
 * @param maxFeatures most feature records of others that it holds
 * @param refusedRecords records of others that it did not take, by reason
 * @param refusedElsewhere what others did not take of its own
 * @param links those that are open, and what they and others have done since the start
 * @param proof whose word on who has sent a mail is taken; nothing at a peer of before
 * @param ports where mail programs reach the peer: HOST:PORT, or a socket's path, by the setting
 * @param uptimeSeconds since the port was opened
 * @param requests answered since then
 * @param statistics what the statistical filter does, advise or on, if there is one
 */
public record StatusAnswer(
    Id id,
    String address,
    Id realm,
    boolean joined,
    Role role,
    Optional<Node> host,
    int clients,
    List<Node> neighbours,
    int leaves,
    long features,
    long votes,
    long pointers,
    long messages,
    long pendingVotes,
    long refusedVotes,
    Space voteSpace,
    int openChecks,
    Optional<Announcements> announcements,
    Optional<Bulk> bulk,
    Optional<Revocations> revocations,
    int maxFeatures,
    Map<String, Long> refusedRecords,
    Elsewhere refusedElsewhere,
    Clock clock,
    Links links,
    Optional<Proof> proof,
    Map<String, String> ports,
    long uptimeSeconds,
    Requests requests,
    Optional<StatisticsMode> statistics) {
  /** Copies the lists. */
  public StatusAnswer {
    neighbours = List.copyOf(neighbours);
    ports = Collections.unmodifiableMap(new TreeMap<>(ports));
  }

  /** The answer to the client. */
  public static StatusAnswer of(
      PeerStatus peer,
      LinkCounters links,
      SenderProof proof,
      Map<String, String> ports,
      long uptimeSeconds,
      Requests requests,
      Optional<StatisticsMode> statistics) {
    RecordStatus records = peer.records();
    return new StatusAnswer(
        peer.self().id(),
        peer.self().endpoint().toString(),
        peer.realm(),
        peer.joined(),
        peer.role(),
        peer.host().map(Node::of),
        peer.clients(),
        Node.of(peer.neighbours()),
        peer.leaves(),
        peer.features(),
        peer.votes(),
        peer.pointers(),
        peer.messages(),
        peer.pendingVotes(),
        peer.refusedVotes(),
        Space.of(peer.space()),
        peer.openChecks(),
        peer.announcements().map(Announcements::of),
        peer.bulk().map(Bulk::of),
        peer.revocations().map(Revocations::of),
        records.room(),
        counts(records.refused(), 0),
        new Elsewhere(records.refusedElsewhere(), records.last().map(Last::of)),
        Clock.of(peer.clock()),
        Links.of(links),
        Optional.of(Proof.of(proof)),
        ports,
        uptimeSeconds,
        requests,
        statistics);
  }

  /** Counts by their causes, in the order of these; those below {@code least} are left out. */
  private static <C extends Enum<C>> Map<String, Long> counts(Map<C, Long> causes, long least) {
    Map<String, Long> counts = new LinkedHashMap<>();
    causes.entrySet().stream()
        .filter(each -> each.getValue() >= least)
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each -> counts.put(each.getKey().name().toLowerCase(Locale.ROOT), each.getValue()));
    return counts;
  }

  /** Whose word on who has sent a mail is taken, for programs that fingerprint mails themselves. */
  public SenderProof senderProof() {
    return proof
        .map(said -> new SenderProof(said.authservIds(), said.hops(), said.forwarders()))
        .orElse(SenderProof.NONE);
  }

  /**
   * Whose word on who has sent a mail is taken.
   *
   * @param authservIds mail servers, as they call themselves in Authentication-Results
   * @param hops Received fields that may stand above their word
   * @param forwarders domains whose ARC seals are believed
   */
  public record Proof(List<String> authservIds, int hops, List<String> forwarders) {
    /** Copies the lists. */
    public Proof {
      authservIds = List.copyOf(authservIds);
      forwarders = List.copyOf(forwarders);
    }

    private static Proof of(SenderProof proof) {
      return new Proof(proof.authservIds(), proof.hops(), proof.forwarders());
    }
  }

  /**
   * The memory for votes.
   *
   * @param bytes taken
   * @param most that may be taken
   * @param evicted votes that gave way to others
   * @param leftOut votes left in the store
   * @param passedOver votes not taken
   */
  public record Space(long bytes, long most, long evicted, long leftOut, long passedOver) {
    private static Space of(VoteSpace space) {
      return new Space(
          space.bytes(), space.most(), space.evicted(), space.leftOut(), space.passedOver());
    }
  }

  /**
   * What the peer knows of announcements.
   *
   * @param messages that stand announced
   * @param origins peers that announce them
   * @param gapped peers of whose announcements some have been missing for ten minutes
   * @param synchronised whether all is known that neighbours know
   * @param bytes of disk that announcements and the index over them take, about
   * @param filterBytes of memory that the filter over them takes
   * @param fill the share of bits set in it, 0 to 1
   * @param falsePositives how often that filter takes an unknown feature for a known one, 0 to 1
   * @param oldest when the eldest announcement held was signed; 0 without any
   * @param newest when the newest one was signed; 0 without any
   * @param atHome checks for which no other peer was asked, where there was something to ask, since
   *     the start
   * @param asked those for which others were
   */
  public record Announcements(
      int messages,
      int origins,
      int gapped,
      boolean synchronised,
      long bytes,
      long filterBytes,
      double fill,
      double falsePositives,
      long oldest,
      long newest,
      long atHome,
      long asked) {
    private static Announcements of(AnnouncementStatus status) {
      SummaryFigures summary = status.summary();
      return new Announcements(
          summary.messages(),
          summary.origins(),
          status.logs().gapped().size(),
          status.logs().synchronised(),
          status.logs().bytes() + summary.indexBytes(),
          summary.filterBytes(),
          summary.fill(),
          summary.falsePositiveRate(),
          status.logs().oldestMillis(),
          status.logs().newestMillis(),
          status.atHome(),
          status.asked());
    }
  }

  /**
   * What is counted of mail that many people get.
   *
   * @param mails counted for somebody since the start
   * @param features different ones seen in the current period, about
   * @param capacity how many of them a period takes
   * @param published different features that others are told of
   * @param publishedCapacity how many that may be
   * @param sites others whose counts are held
   * @param full features for which there was no room since the start
   * @param bytes of memory for all of it
   * @param threshold from which on mail is bulk
   * @param refused what others told that was not taken since the start, by reason
   */
  public record Bulk(
      long mails,
      long features,
      int capacity,
      long published,
      int publishedCapacity,
      int sites,
      long full,
      long bytes,
      int threshold,
      Map<String, Long> refused) {
    private static Bulk of(BulkStatus status) {
      return new Bulk(
          status.mails(),
          status.features(),
          status.capacity(),
          status.published(),
          status.publishedCapacity(),
          status.sites(),
          status.full(),
          status.bytes(),
          status.threshold(),
          status.refused());
    }
  }

  /**
   * A revocation list.
   *
   * @param issued when
   * @param nodes how many it revokes
   * @param voters how many it revokes
   */
  public record Revocations(long number, long issued, int nodes, int voters) {
    private static Revocations of(RevocationList list) {
      return new Revocations(
          list.sequence(), list.issuedMillis(), list.nodes().size(), list.voters().size());
    }
  }

  /**
   * Own records that others did not take.
   *
   * @param count how often
   * @param last the last time, if there was one
   */
  public record Elsewhere(long count, Optional<Last> last) {}

  /** By whom a record was not taken, and why. */
  public record Last(Id by, String address, String reason) {
    private static Last of(RefusedRecord last) {
      return new Last(last.by().id(), last.by().endpoint().toString(), last.reason().text());
    }
  }

  /**
   * What the peer makes of its date.
   *
   * @param date its date
   * @param settled the date by which it forgets what is old
   * @param wrong why its date is known to be wrong, if it is
   */
  public record Clock(long date, long settled, Optional<String> wrong) {
    private static Clock of(ClockStatus clock) {
      return new Clock(clock.dateMillis(), clock.settledMillis(), clock.wrong());
    }
  }

  /**
   * Links to other peers.
   *
   * @param in open ones that others opened
   * @param out open ones that this peer opened
   * @param newerPayloads payloads that only newer peers understand
   * @param unknownCapabilities capabilities that only newer peers know
   * @param dropped frames by cause; causes without any are left out
   * @param ended links by cause; causes without any are left out
   */
  public record Links(
      int in,
      int out,
      long bytesIn,
      long bytesOut,
      long newerPayloads,
      long unknownCapabilities,
      Map<String, Long> dropped,
      Map<String, Long> ended) {
    private static Links of(LinkCounters links) {
      return new Links(
          links.inboundLinks(),
          links.outboundLinks(),
          links.bytesIn(),
          links.bytesOut(),
          links.newerPayloads(),
          links.unknownCapabilities(),
          counts(links.dropped(), 1),
          counts(links.ended(), 1));
    }
  }

  /** How many requests were answered, by path, and how many were refused. */
  public record Requests(long checks, long votes, long explains, long refused) {}
}
