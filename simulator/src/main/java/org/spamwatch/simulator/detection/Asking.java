package org.spamwatch.simulator.detection;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.spamwatch.agent.check.Privacy;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.detection.Site.Asked;
import org.spamwatch.simulator.virtual.PeerNetwork.Peer;

/**
 * Mails that are asked about in each of some ways, one after the other, and how each does beside
 * the others. A mail with too little text is asked about in none. Not thread-safe.
 */
public final class Asking {
  /** How much others may be told of a mail. */
  public enum Way {
    /** Nothing. */
    LOCAL,
    /**
     * What is like something in a cache of {@link Asking#CACHE_BYTES} with the newest and most
     * voted announcements ({@link SmallCache}): then what the network says.
     */
    SMALL_CACHE,
    /** What is like something announced. */
    SUMMARY,
    /** Everything. */
    NETWORK
  }

  /** The size of the small cache. */
  public static final int CACHE_BYTES = 64 * 1024;

  /**
   * How one way does.
   *
   * @param checks mails asked about
   * @param spam spams of them
   * @param spamByNetwork those that the network calls spam
   * @param spamFound those that this way does
   * @param lost those of the former that this way does not
   * @param ham ham mails
   * @param hamCalledSpam of these
   * @param left mails of which anybody else was told anything
   * @param hamLeft ham mails of these
   * @param packets sent for them by all peers, acknowledgements included
   * @param bytes of these
   */
  public record Row(
      Way way,
      int checks,
      int spam,
      int spamByNetwork,
      int spamFound,
      int lost,
      int ham,
      int hamCalledSpam,
      int left,
      int hamLeft,
      long packets,
      long bytes) {}

  private static final class Counts {
    int spamFound;
    int lost;
    int hamCalledSpam;
    int left;
    int hamLeft;
    long packets;
    long bytes;

    void add(boolean isSpam, boolean isFound, boolean byNetwork, Asked asked) {
      if (isSpam) {
        spamFound += isFound ? 1 : 0;
        lost += byNetwork && !isFound ? 1 : 0;
      } else {
        hamCalledSpam += isFound ? 1 : 0;
        hamLeft += asked.packets() > 0 ? 1 : 0;
      }
      left += asked.packets() > 0 ? 1 : 0;
      packets += asked.packets();
      bytes += asked.bytes();
    }
  }

  private final Site site;
  private final int votesNeeded;
  private final Map<Way, Counts> counts = new LinkedHashMap<>();
  private final Map<Peer, SmallCache> caches = new LinkedHashMap<>();
  private int spam;
  private int spamByNetwork;
  private int ham;

  /**
   * Nothing was asked yet.
   *
   * @param site whose peers announce, and have heard nothing yet
   */
  Asking(Site site, int votesNeeded, long seed) {
    this.site = site;
    this.votesNeeded = votesNeeded;
    for (Way way : Way.values()) {
      counts.put(way, new Counts());
    }
    for (Peer peer : site.peers()) {
      SmallCache cache = new SmallCache(CACHE_BYTES, seed);
      peer.core().summaries().orElseThrow().listen(cache);
      caches.put(peer, cache);
    }
  }

  /** Asks about a mail; returns whether the network calls it spam. */
  boolean ask(AddressedMail mail, String mailbox, boolean isSpam) {
    if (!mail.isAddressable()) {
      return false;
    }
    spam += isSpam ? 1 : 0;
    ham += isSpam ? 0 : 1;
    SmallCache cache = caches.get(site.peerOf(mailbox));
    boolean isCached = cache != null && cache.knows(mail);
    Asked local = site.ask(mail, mailbox, votesNeeded, Privacy.LOCAL);
    // Before the network is asked, so that what comes to be announced meanwhile counts as lost.
    Asked summary = site.ask(mail, mailbox, votesNeeded, Privacy.SUMMARY);
    Asked network = site.ask(mail, mailbox, votesNeeded, Privacy.NETWORK);
    boolean byNetwork = isFound(network);
    spamByNetwork += isSpam && byNetwork ? 1 : 0;
    Asked cached = isCached ? network : local;
    count(Way.LOCAL, isSpam, byNetwork, local);
    count(Way.SMALL_CACHE, isSpam, byNetwork, cached);
    count(Way.SUMMARY, isSpam, byNetwork, summary);
    count(Way.NETWORK, isSpam, byNetwork, network);
    return byNetwork;
  }

  private static boolean isFound(Asked asked) {
    return asked.answer().verdict() == Verdict.SPAM;
  }

  private void count(Way way, boolean isSpam, boolean byNetwork, Asked asked) {
    Counts all = counts.get(way);
    if (all != null) {
      all.add(isSpam, isFound(asked), byNetwork, asked);
    }
  }

  /** How each way did so far. */
  List<Row> rows() {
    return counts.entrySet().stream()
        .map(
            each -> {
              Counts of = each.getValue();
              return new Row(
                  each.getKey(),
                  spam + ham,
                  spam,
                  spamByNetwork,
                  of.spamFound,
                  of.lost,
                  ham,
                  of.hamCalledSpam,
                  of.left,
                  of.hamLeft,
                  of.packets,
                  of.bytes);
            })
        .toList();
  }
}
