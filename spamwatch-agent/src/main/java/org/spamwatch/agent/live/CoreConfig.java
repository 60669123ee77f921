package org.spamwatch.agent.live;

import org.spamwatch.agent.bulk.BulkConfig;
import org.spamwatch.agent.check.CheckConfig;
import org.spamwatch.agent.config.BulkSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.TrustSites;
import org.spamwatch.agent.peer.PeerConfig;
import org.spamwatch.agent.summary.SummaryConfig;
import org.spamwatch.agent.trust.OwnSites;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.identity.Realm;

/** What a peer's core is to do, by the settings. */
final class CoreConfig {
  private CoreConfig() {}

  /**
   * The share of the heap that votes may take as they are counted, with what their vectors take in
   * the tables of own records and own vectors. Those of others take half of what is counted.
   */
  private static final int HEAP_SHARE = 2;

  /**
   * The room that blocks of announcements may take, as a multiple of the heap: a block that is
   * charged with 600 bytes takes 24 to 36 of the heap.
   */
  private static final int HEAPS_OF_ANNOUNCEMENTS = 3;

  /** The share that the filter over announced features may take; twice that while it is built. */
  private static final int HEAP_SHARE_OF_FILTER = 8;

  /** The core's part of the settings, on a heap of so many bytes. */
  static PeerConfig of(Settings settings, Realm realm, Limits limits, long heapBytes)
      throws StartException {
    PeerConfig standard = PeerConfig.DEFAULT;
    return new PeerConfig(
        standard.overlay(),
        standard.leases(),
        standard
            .votes()
            .withQuotas(
                settings.value(Setting.VOTES_DAILY_QUOTA),
                settings.value(Setting.VOTES_IMPORT_QUOTA))
            .withRoom(heapBytes / HEAP_SHARE),
        new CheckConfig(settings.value(Setting.CHECK_TIMEOUT), CheckConfig.DEFAULT.resolution()),
        standard
            .trust()
            .withOwn(ownSites(settings, realm))
            .withShare(settings.value(Setting.TRUST_SHARE)),
        summaries(settings, heapBytes),
        bulk(settings),
        limits);
  }

  private static SummaryConfig summaries(Settings settings, long heapBytes) {
    if (!settings.value(Setting.CHECK_ANNOUNCE)) {
      return SummaryConfig.OFF;
    }
    SummaryConfig standard = SummaryConfig.DEFAULT;
    return standard.withBounds(
        standard.bytesPerDay(),
        Math.min(standard.roomBytes(), HEAPS_OF_ANNOUNCEMENTS * heapBytes),
        heapBytes / HEAP_SHARE_OF_FILTER);
  }

  /**
   * How mail is counted.
   *
   * @throws StartException if the threshold is more than a counter counts
   */
  static BulkConfig bulk(Settings settings) throws StartException {
    int threshold = settings.value(BulkSetting.THRESHOLD);
    int most = (1 << settings.value(BulkSetting.CELL_BITS)) - 1;
    if (threshold > most) {
      throw new StartException(
          StartException.Cause.CONFIGURATION,
          "bulk.threshold %d is more than %d bits count, %d; set bulk.cell-bits higher"
              .formatted(threshold, settings.value(BulkSetting.CELL_BITS), most));
    }
    return new BulkConfig(
        settings.value(BulkSetting.COUNT),
        settings.value(BulkSetting.CELLS),
        settings.value(BulkSetting.CELL_BITS),
        settings.value(BulkSetting.PERIOD),
        threshold);
  }

  /** Peers of an open realm belong to whoever began it; those of a closed one to many. */
  private static OwnSites ownSites(Settings settings, Realm realm) {
    TrustSites chosen = settings.value(Setting.TRUST_SITES);
    boolean all =
        switch (chosen.kind()) {
          case ALL -> true;
          case AUTO -> realm.authority().isEmpty();
          case OWN, LISTED -> false;
        };
    return all ? OwnSites.ALL : OwnSites.of(chosen.sites());
  }
}
