package org.spamwatch.agent.bulk;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.spamwatch.agent.contribution.Contribution;
import org.spamwatch.agent.contribution.OwnCounts;
import org.spamwatch.agent.ham.HamFilter;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.fingerprint.Threshold;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Timers;
import org.spamwatch.sketch.HashFunctions;
import org.spamwatch.sketch.counting.AgeingCountingFilter;

/**
 * How many people got mail with the features of a mail: at this site, by refined counting filters
 * (Yan and Cho, <em>Enhancing Collaborative Spam Detection with Bloom Filters</em>, section IV),
 * and at other sites, as they tell. A mail's count is that of its THRES-th highest feature, which
 * so many features have that a mail like it would match. Features of the site's own ham are neither
 * counted nor told, and count for nothing.
 *
 * <p><em>What others are told.</em> A feature that a quarter of the threshold of people here got
 * enters a second filter, with its count; that one alone is told. Of what fewer got, nobody
 * elsewhere learns anything.
 *
 * <p><em>What others can do.</em> Each other site adds a quarter of the threshold at most to the
 * count of a feature, and fills a quarter of its filter's cells at most: four sites have to lie to
 * make a mail bulk that no other site counts.
 *
 * <p>Differs from the paper: others' filters are not merged cell by cell but asked apart, since the
 * bound for each is to hold for each.
 *
 * <p>Not thread-safe: belongs to the node's turn. A look-up costs a few accesses to memory for each
 * feature and each other site.
 */
public final class BulkCounts {
  /** People for whom one mail is counted; further ones would not change a count. */
  private static final int MOST_PEOPLE = 256;

  private final BulkConfig config;
  private final Timers timers;
  private final HamFilter ham;
  private final long origin;
  private final HashFunctions publishedFunctions;
  private final OtherSites others;
  private final int[] atSeen;
  private final int[] atPublished;
  private SeenFeatures seen;
  private OwnCounts told;
  private long mails;
  private long full;

  /**
   * Nothing counted.
   *
   * @param self the node's id
   * @param secret random: chooses the cells of what is seen here
   * @param ham what the site's own ham looks like
   */
  public BulkCounts(
      BulkConfig config, Id realm, Id self, Timers timers, long secret, HamFilter ham) {
    this.config = config;
    this.timers = timers;
    this.ham = ham;
    origin = self.high();
    publishedFunctions = config.publishedFunctions(realm);
    long period = period();
    seen = SeenFeatures.begun(config, secret, period);
    told = new OwnCounts(published(period), origin, starts());
    others = new OtherSites(told.counts());
    atSeen = new int[seen.counts().functions().hashes()];
    atPublished = new int[publishedFunctions.hashes()];
  }

  private AgeingCountingFilter published(long period) {
    return new AgeingCountingFilter(publishedFunctions, config.cellBits(), period);
  }

  /** By the settled date, which no jump of the clock moves. */
  private long period() {
    return Math.floorDiv(timers.calendar().settledMillis(), config.period().toMillis());
  }

  /** Higher at each start, also where the disk was lost. */
  private long starts() {
    return Math.max(1, timers.dateMillis() / 60_000);
  }

  private void age() {
    long period = period();
    if (period > seen.counts().period()) {
      seen.advanceTo(period);
      told.advanceTo(period);
      others.forgetBefore(period);
    }
  }

  // Mail ---------------------------------------------------------------------------------------

  /**
   * Counts a mail for people, each of whom a feature counts once in this period and the last, and
   * says how many got mail like it by now.
   *
   * @param vectors of the mail; those of other schemes than texts' are passed over
   * @param people by name, in any case; none if it is only asked about
   */
  public BulkCount seen(List<FeatureVector> vectors, Collection<String> people) {
    age();
    Set<Long> hashed = new TreeSet<>();
    people.stream().limit(MOST_PEOPLE).forEach(name -> hashed.add(seen.person(name)));
    if (!hashed.isEmpty() && vectors.stream().anyMatch(each -> each.scheme().isOfText())) {
      mails++;
      vectors.forEach(vector -> insert(vector, hashed));
    }
    BulkCount most = new BulkCount(0, 0, 0, config.threshold());
    for (FeatureVector vector : vectors) {
      BulkCount count = count(vector);
      most = count.total() > most.total() ? count : most;
    }
    return most;
  }

  private void insert(FeatureVector vector, Set<Long> people) {
    Scheme scheme = vector.scheme();
    for (int i = 0; i < vector.size() && scheme.isOfText(); i++) {
      if (!ham.contains(scheme, vector.identity(i))) {
        insert(MailFeatures.element(scheme, vector.identity(i)), people);
      }
    }
  }

  private void insert(long element, Set<Long> people) {
    AgeingCountingFilter counts = seen.counts();
    counts.functions().positions(element, atSeen, 0);
    seen.insert(element, atSeen, people);
    if (counts.countAt(atSeen) < config.published()) {
      return;
    }
    publishedFunctions.positions(element, atPublished, 0);
    AgeingCountingFilter published = told.counts();
    if (published.countAt(atPublished) == 0
        && published.distinct() + published.distinctBefore() >= config.publishedCapacity()) {
      full++;
    } else if (published.raiseAt(
        atPublished, counts.currentAt(atSeen), counts.previousAt(atSeen))) {
      told.isChanged();
    }
  }

  /** That of the THRES-th highest feature, and of that of the whole text if it has one. */
  private BulkCount count(FeatureVector vector) {
    BulkCount none = new BulkCount(0, 0, 0, config.threshold());
    Scheme scheme = vector.scheme();
    if (!scheme.isOfText()) {
      return none;
    }
    int thres = Threshold.STANDARD.forSize(scheme, vector.size());
    List<BulkCount> counts = new ArrayList<>(vector.size());
    for (int i = 0; i < vector.size(); i++) {
      boolean isHam = ham.contains(scheme, vector.identity(i));
      if (isHam && i == 0 && vector.wholeText()) {
        return none;
      }
      if (!isHam) {
        counts.add(count(MailFeatures.element(scheme, vector.identity(i))));
      }
    }
    if (counts.size() < thres) {
      return none;
    }
    BulkCount ofWhole = counts.get(0);
    counts.sort(Comparator.comparingInt(BulkCount::total).reversed());
    BulkCount ofThres = counts.get(thres - 1);
    return vector.wholeText() && ofWhole.total() < ofThres.total() ? ofWhole : ofThres;
  }

  private BulkCount count(long element) {
    seen.counts().functions().positions(element, atSeen, 0);
    publishedFunctions.positions(element, atPublished, 0);
    BulkCount own = new BulkCount(seen.counts().countAt(atSeen), 0, 0, config.threshold());
    return others.added(own, atPublished, config.published());
  }

  // Other sites --------------------------------------------------------------------------------

  /** The newest version of what others are told, made now if that has changed; 0 without any. */
  long newVersion() {
    age();
    return isSilent() ? 0 : told.newVersion();
  }

  /** Whether there is nothing to tell, and never was since the start. */
  private boolean isSilent() {
    AgeingCountingFilter published = told.counts();
    return told.kept() == 0 && published.distinct() + published.distinctBefore() == 0;
  }

  /** Whether what came since a version can be told. */
  boolean isKept(long version) {
    return told.isKept(version);
  }

  /** What others are told, all or since a version; nothing if that is all there is. */
  Optional<Contribution> since(long version) {
    return isSilent() ? Optional.empty() : told.since(version);
  }

  /** The most bytes that another's contribution has. */
  int mostBytes() {
    return Contribution.mostBytes(config.publishedCells(), config.cellBits());
  }

  /** What others have told. */
  OtherSites others() {
    return others;
  }

  /** Takes in what another site has told. */
  OtherSites.Taken take(Contact from, byte[] contribution) {
    age();
    return others.take(from, contribution, seen.counts().period());
  }

  /** Forgets what nodes have told that the realm's authority has revoked. */
  public void forget(List<Id> revoked) {
    revoked.forEach(others::forget);
  }

  /** How often what is to be kept has changed, about. */
  public long changes() {
    age();
    return mails + seen.counts().period();
  }

  /** What was counted and told. */
  public BulkStatus status() {
    age();
    AgeingCountingFilter counts = seen.counts();
    AgeingCountingFilter published = told.counts();
    return new BulkStatus(
        mails,
        counts.distinct(),
        config.capacity(),
        published.distinct() + published.distinctBefore(),
        config.publishedCapacity(),
        others.size(),
        full + seen.full(),
        seen.bytes() + published.bytes() * (2 + told.kept()) / 2 + others.bytes(),
        counts.period(),
        config.threshold(),
        others.refused());
  }

  // Over a restart -----------------------------------------------------------------------------

  /**
   * What is to be kept, big-endian: cells (4), bits (4), milliseconds of a period (8), the current
   * period (8), what was seen, what others are told. What others have told is not: they tell again.
   */
  public byte[] state() {
    age();
    ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(24 + seen.serialLength() + told.serialLength()));
    out.putInt(config.cells()).putInt(config.cellBits()).putLong(config.period().toMillis());
    out.putLong(seen.counts().period());
    seen.write(out);
    told.write(out);
    return out.array();
  }

  /**
   * Goes on from what was kept.
   *
   * @throws IllegalArgumentException in one line, if it cannot be read or was counted in another
   *     configuration; nothing has changed then
   */
  public void restore(ByteBuffer state) {
    ByteBuffer in = state.duplicate();
    try {
      if (in.getInt() != config.cells()
          || in.getInt() != config.cellBits()
          || in.getLong() != config.period().toMillis()) {
        throw new IllegalArgumentException("was counted with other cells, bits or period");
      }
      long period = in.getLong();
      SeenFeatures seenBefore = SeenFeatures.read(in, config, period);
      OwnCounts toldBefore = OwnCounts.read(in, published(period), period, starts());
      if (in.hasRemaining() || toldBefore.origin() != origin) {
        throw new IllegalArgumentException("holds more than it says, or is another peer's");
      }
      seen = seenBefore;
      told = toldBefore;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("is cut off", e);
    }
  }
}
