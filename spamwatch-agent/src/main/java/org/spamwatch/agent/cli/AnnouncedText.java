package org.spamwatch.agent.cli;

import java.util.Locale;
import org.spamwatch.agent.api.StatusAnswer.Announcements;

/** What a peer knows of announcements, and what that spares, in one line for people. */
final class AnnouncedText {
  private AnnouncedText() {}

  static String of(Announcements known) {
    long all = known.atHome() + known.asked();
    return String.format(
        Locale.ROOT,
        "%d messages by %d peers%s, %s (%d MB, filter %.0f %% full, %.3f %% false);"
            + " others were asked for %d of %d checks%s",
        known.messages(),
        known.origins(),
        known.gapped() == 0 ? "" : ", of " + known.gapped() + " with gaps",
        known.synchronised() ? "synchronised" : "NOT synchronised",
        known.bytes() / 1_000_000,
        100 * known.fill(),
        100 * known.falsePositives(),
        known.asked(),
        all,
        all == 0 ? "" : String.format(Locale.ROOT, " (%.1f %%)", 100.0 * known.asked() / all));
  }
}
