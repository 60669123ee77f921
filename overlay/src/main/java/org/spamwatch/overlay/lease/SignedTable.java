package org.spamwatch.overlay.lease;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.RecentlySeen;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.TokenBuckets;

/**
 * A {@link LeaseTable} that takes what its publishers have signed, and what is cheap to check
 * first: the date, whether the record is new at all, whether there is room for it, whether whoever
 * handed it over has had its share of this node's time; the signature last.
 *
 * <p>A sequence number is a date. A record is refused if it is dated further ahead than clocks may
 * differ, or so long ago that its lease is over; and it lives no longer than a lease from that date
 * on, so that nobody keeps a stale record alive by handing it on.
 *
 * <p>Not thread-safe. Source: BEP 44 and ENR for signed, numbered records; design row 9 for the
 * order of checks.
 */
public final class SignedTable<R extends LeaseRecord<R>> {
  private static final Duration SWEEP = Duration.ofMinutes(1);
  private static final int MAX_HANDING = 1_024;
  private static final String ALL = "all";

  /** Refusals told of in a second, and at once; each costs a signature check. */
  private static final int TOLD_A_SECOND = 1;

  private static final int TOLD_AT_ONCE = 60;

  private record Told(Id publisher, long minute) {}

  private final RecordTerms terms;
  private final Timers timers;
  private final LeaseTable<R> table;
  private final RefusalCounts refused = new RefusalCounts();
  private final Charges charges;

  /** What others have made this node do of late. */
  private static final class Charges {
    private final RecentlySeen<Told> told = new RecentlySeen<>(MAX_HANDING);
    private final TokenBuckets<Id> checksOfOne;
    private final TokenBuckets<String> checksOfAll;
    private final TokenBuckets<String> tellings;

    Charges(Timers timers, int perSecond) {
      int burst = 4 * perSecond;
      this.checksOfOne =
          new TokenBuckets<>(
              timers, Math.max(1, perSecond / 2), Math.max(1, burst / 2), MAX_HANDING);
      this.checksOfAll = new TokenBuckets<>(timers, perSecond, burst, 1);
      this.tellings = new TokenBuckets<>(timers, TOLD_A_SECOND, TOLD_AT_ONCE, 1);
    }
  }

  /**
   * An empty table.
   *
   * @param self this node; its own records count for their key only
   * @param inAll most records of others
   * @param perKey most records for one key
   */
  public SignedTable(Contact self, int inAll, int perKey, RecordTerms terms, Timers timers) {
    this.terms = terms;
    this.timers = timers;
    this.table = new LeaseTable<>(timers, Capacity.of(self, inAll, perKey, terms.limits()), SWEEP);
    this.charges = new Charges(timers, terms.limits().maxChecksPerSecond());
  }

  /** What is held. */
  public LeaseTable<R> held() {
    return table;
  }

  /** What was refused so far. */
  public RefusalCounts refused() {
    return refused;
  }

  /**
   * Takes a record, or says why not.
   *
   * @param offer the record, with what it says is left of its lease
   * @param evidence that its publisher says so; a statement that is proven already costs no check
   * @param via the node that handed it over, which the check is charged to
   */
  public Optional<Refusal> offer(Offer<R> offer, Evidence<R> evidence, Contact via) {
    Optional<Refusal> refusal = refusalOf(offer, evidence, via);
    refusal.ifPresent(refused::add);
    return refusal;
  }

  private Optional<Refusal> refusalOf(Offer<R> offer, Evidence<R> evidence, Contact via) {
    long untilMillis = untilMillis(offer.record().sequence());
    if (isAhead(offer.record().sequence())) {
      return Optional.of(Refusal.AHEAD);
    }
    if (untilMillis <= timers.dateMillis()) {
      return Optional.of(Refusal.STALE);
    }
    long millis = Math.min(terms.leases().millis(), untilMillis - timers.dateMillis());
    Offer<R> granted = offer.granted(Math.min(offer.leaseMillis(), millis));
    if (granted.leaseMillis() <= 0) {
      return Optional.empty();
    }
    if (!held().isNewer(granted) && !isHeldAhead(granted)) {
      held().merge(granted);
      return Optional.empty();
    }
    if (!held().hasRoom(granted)) {
      return Optional.of(Refusal.QUOTA);
    }
    Optional<R> proven = evidence.proven().get();
    Optional<Refusal> refusal =
        proven.isPresent() ? foreign(evidence) : unproven(granted, evidence, via);
    if (refusal.isEmpty()) {
      if (isHeldAhead(granted)) {
        held().remove(granted.key(), granted.record());
      }
      held().merge(proven.map(granted::with).orElse(granted));
    }
    return refusal;
  }

  private boolean isAhead(long sequence) {
    return sequence / 1000 - terms.limits().maxRecordSkewMillis() > timers.dateMillis();
  }

  /**
   * Whether what is held in the place of a record was taken while this node's clock, and its
   * publisher's, were ahead: it would else be the newest until its lease is over.
   */
  private boolean isHeldAhead(Offer<R> offer) {
    return held()
        .find(offer.key(), offer.record())
        .filter(leased -> isAhead(leased.record().sequence()))
        .isPresent();
  }

  /** Of what was proven before only the membership may have run out. */
  private Optional<Refusal> foreign(Evidence<R> evidence) {
    return terms.signatures().isMember(evidence.proof(), timers.dateMillis())
        ? Optional.empty()
        : Optional.of(Refusal.FORGED);
  }

  private Optional<Refusal> unproven(Offer<R> offer, Evidence<R> evidence, Contact via) {
    if (!charges.checksOfOne.take(via.id()) || !charges.checksOfAll.take(ALL)) {
      return Optional.of(Refusal.BUSY);
    }
    return holds(offer, evidence) ? Optional.empty() : Optional.of(Refusal.FORGED);
  }

  /** When a record of a date is over, whatever it says: milliseconds since the epoch. */
  private long untilMillis(long sequence) {
    return sequence / 1000 + terms.leases().millis() + terms.limits().maxRecordSkewMillis();
  }

  private boolean holds(Offer<R> offer, Evidence<R> evidence) {
    Id publisher = offer.record().publisher().contact().id();
    return terms
        .signatures()
        .holds(publisher, evidence.statement().get(), evidence.proof(), timers.dateMillis());
  }

  /**
   * Whether the publisher of a refused record is to be told, at most once a minute. Only one that
   * has proven itself is: nobody else is sent anything that it has not asked for.
   */
  public boolean isToBeTold(Offer<R> offer, Evidence<R> evidence, Refusal refusal) {
    Id publisher = offer.record().publisher().contact().id();
    return refusal != Refusal.FORGED
        && refusal != Refusal.BUSY
        && charges.tellings.take(ALL)
        && holds(offer, evidence)
        && charges.told.add(new Told(publisher, timers.nowMicros() / 60_000_000));
  }

  /** The live records of a key that are not withdrawn. */
  public List<R> records(Id key) {
    return table.records(key);
  }
}
