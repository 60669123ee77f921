package org.spamwatch.simulator.trust;

import java.util.List;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.Share;

/** Counts how the copies of honest spam campaigns fare. Not thread-safe. */
final class HonestCampaigns {
  /** Votes on a campaign after which its copies should need no person any more. */
  private static final int ESTABLISHED = 3;

  private final Share filed = new Share();
  private final Share filedLate = new Share();
  private int filedByStrangers;
  private int campaigns;
  private int campaignsByStrangers;
  private long votesAtFirst;

  /** One campaign on its way. */
  static final class Campaign {
    final List<AddressedMail> variants;
    private final boolean counted;
    private int votes;
    private boolean strangersDecided;

    private Campaign(List<AddressedMail> variants, boolean counted) {
      this.variants = variants;
      this.counted = counted;
    }

    void voted() {
      votes++;
    }
  }

  /** One begins; it is counted only if the realm is old enough. */
  Campaign begin(List<AddressedMail> variants, boolean counted) {
    campaigns += counted ? 1 : 0;
    return new Campaign(variants, counted);
  }

  /** A copy came, and was called spam or not, by strangers' votes or others'. */
  void delivered(Campaign campaign, boolean isFiled, boolean byStrangers) {
    if (!campaign.counted) {
      return;
    }
    filed.add(isFiled);
    if (campaign.votes >= ESTABLISHED) {
      filedLate.add(isFiled);
    }
    if (isFiled && byStrangers) {
      filedByStrangers++;
      if (!campaign.strangersDecided) {
        campaign.strangersDecided = true;
        campaignsByStrangers++;
        votesAtFirst += campaign.votes;
      }
    }
  }

  CollusionExperiment.Honest result() {
    return new CollusionExperiment.Honest(
        filed.all(),
        filed.holding(),
        filedByStrangers,
        filedLate.all(),
        filedLate.holding(),
        votesAtFirst,
        campaigns,
        campaignsByStrangers);
  }
}
