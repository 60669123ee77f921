package org.spamwatch.agent.bulk;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.spamwatch.agent.bulk.BulkMessage.CountsTold;
import org.spamwatch.agent.bulk.BulkMessage.CountsWanted;
import org.spamwatch.agent.bulk.OtherSites.Taken;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.KeyBasedRouting;
import org.spamwatch.overlay.RecentMap;
import org.spamwatch.overlay.Timers;

/**
 * Asks other sites for their counts, piece by piece: few sites at once, each seldom, and one that
 * told what could not be taken for an hour no more. So how much is sent and worked on is for this
 * peer to say, whatever others tell of.
 */
final class CountsPulls {
  /** Between two contributions of one site. */
  static final Duration BETWEEN = Duration.ofMinutes(2);

  /** For which nothing more is asked of who told what could not be taken. */
  static final Duration REST = Duration.ofHours(1);

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int MOST_TRIES = 6;
  private static final int MOST_AT_ONCE = 4;
  private static final int MOST_WAITING = 64;
  private static final int REMEMBERED = 1_024;

  private final KeyBasedRouting routing;
  private final BulkCounts counts;
  private final Timers timers;
  private final Map<Id, Pull> pulls = new LinkedHashMap<>();
  private final Map<Id, Contact> waiting = new LinkedHashMap<>();
  private final RecentMap<Id, Long> restsUntil = RecentMap.lastCome(REMEMBERED);

  /** A contribution that comes. */
  private static final class Pull {
    final Contact site;
    final long base;
    byte[] bytes = new byte[0];
    long version;
    long toldBase;
    int got;
    int tries;
    Timers.@Nullable Timer silence;

    Pull(Contact site, long base) {
      this.site = site;
      this.base = base;
    }

    /** Whether a piece is the next one; the first may be of another version than before. */
    boolean isNext(CountsTold told) {
      return told.from() == 0
          || (told.from() == got
              && told.version() == version
              && told.base() == toldBase
              && told.length() == bytes.length);
    }
  }

  CountsPulls(KeyBasedRouting routing, BulkCounts counts, Timers timers) {
    this.routing = routing;
    this.counts = counts;
    this.timers = timers;
  }

  /** A site has told of a version of its counts. */
  void told(Contact site, long version) {
    if (version <= counts.others().version(site.id()) || pulls.containsKey(site.id())) {
      return;
    }
    Long rests = restsUntil.get(site.id());
    if (rests != null && timers.nowMicros() < rests) {
      counts.others().refuse("too often");
    } else if (pulls.size() < MOST_AT_ONCE) {
      begin(site);
    } else if (waiting.size() < MOST_WAITING) {
      waiting.put(site.id(), site);
    }
  }

  private void begin(Contact site) {
    Pull pull = new Pull(site, counts.others().version(site.id()));
    pulls.put(site.id(), pull);
    ask(pull);
  }

  private void ask(Pull pull) {
    routing.send(pull.site, new CountsWanted(pull.base, pull.version, pull.got));
    pull.silence = timers.after(PATIENCE, () -> silent(pull));
  }

  private void silent(Pull pull) {
    if (++pull.tries < MOST_TRIES) {
      ask(pull);
    } else {
      end(pull, BETWEEN);
    }
  }

  /** A piece has come. */
  void came(Contact from, CountsTold told) {
    Pull pull = pulls.get(from.id());
    if (pull == null || !pull.isNext(told)) {
      counts.others().refuse("not asked for");
      return;
    }
    if (pull.silence != null) {
      pull.silence.cancel();
    }
    if (told.length() > counts.mostBytes()) {
      counts.others().refuse("too long");
      end(pull, REST);
      return;
    }
    if (told.from() == 0) {
      pull.bytes = new byte[told.length()];
      pull.version = told.version();
      pull.toldBase = told.base();
    }
    System.arraycopy(told.piece(), 0, pull.bytes, told.from(), told.piece().length);
    pull.got = told.from() + told.piece().length;
    if (pull.got < pull.bytes.length) {
      pull.tries = 0;
      ask(pull);
    } else {
      end(pull, counts.take(pull.site, pull.bytes) == Taken.REFUSED ? REST : BETWEEN);
    }
  }

  private void end(Pull pull, Duration rest) {
    pulls.remove(pull.site.id());
    restsUntil.put(pull.site.id(), timers.nowMicros() + rest.toNanos() / 1000);
    if (!waiting.isEmpty()) {
      Contact next = waiting.values().iterator().next();
      waiting.remove(next.id());
      begin(next);
    }
  }
}
