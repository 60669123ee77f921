package org.spamwatch.simulator.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.simulator.fingerprint.Edit.Kind;
import org.spamwatch.simulator.fingerprint.Edit.Windows;

class SurvivalTest {
  /** Values of the models for a text of 1 KB, computed by another program. */
  @ParameterizedTest
  @CsvSource({
    "57, 5, .99999, 8, .96637, 9, .78898, 10, .29803",
    "59, 6, .99973, 8, .96308, 9, .77705, 10, .28524",
    "97, 5, .99975, 8, .86800, 9, .54508, 10, .12171",
    "232, 5, .97030, 7, .64690, 8, .31564, 10, .00424"
  })
  void thePapersEquationsGiveWhatTheyGaveElsewhere(
      int gone, int k1, double p1, int k2, double p2, int k3, double p3, int k4, double p4) {
    double[] paper = Survival.paper(10, new Windows(975 - gone, gone, gone));
    assertThat(paper[k1]).isCloseTo(p1, within(.00001));
    assertThat(paper[k2]).isCloseTo(p2, within(.00001));
    assertThat(paper[k3]).isCloseTo(p3, within(.00001));
    assertThat(paper[k4]).isCloseTo(p4, within(.00001));
    assertThat(paper[0]).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "1024, UPDATE, 10, 1, 8, .96580, .31721",
    "1024, UPDATE, 50, 1, 8, .87111, .13866",
    "1024, UPDATE, 5, 5, 8, .36191, .00968",
    "5120, UPDATE, 10, 1, 8, .99967, .79383",
    "5120, UPDATE, 5, 5, 8, .97515, .35593"
  })
  void theExactModelGivesWhatItGaveElsewhere(
      int characters, Kind kind, int length, int places, int k, double atK, double atTen) {
    SplittableRandom random = new SplittableRandom(1);
    Edit edit = new Edit(kind, length, places);
    double[] mean = new double[11];
    int draws = 1_500;
    for (int i = 0; i < draws; i++) {
      double[] exact = Survival.exact(10, edit.windows(characters, 50, random));
      for (int j = 0; j <= 10; j++) {
        mean[j] += exact[j] / draws;
      }
    }
    assertThat(mean[k]).isCloseTo(atK, within(.006));
    assertThat(mean[10]).isCloseTo(atTen, within(.006));
  }

  /** Few windows, in many random orders. */
  @Property(tries = 20)
  void theExactModelIsWhatRandomOrdersGive(
      @ForAll @IntRange(min = 3, max = 12) int kept,
      @ForAll @IntRange(min = 0, max = 6) int gone,
      @ForAll @IntRange(min = 0, max = 6) int come,
      @ForAll long seed) {
    int size = 3;
    double[] exact = Survival.exact(size, new Windows(kept, gone, come));
    Random random = new Random(seed);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < kept + gone + come; i++) {
      order.add(i);
    }
    int rounds = 5_000;
    int[] survived = new int[size + 1];
    for (int round = 0; round < rounds; round++) {
      Collections.shuffle(order, random);
      Set<Integer> before = new HashSet<>();
      Set<Integer> after = new HashSet<>();
      for (int window : order) {
        if (before.size() < size && window < kept + gone) {
          before.add(window);
        }
        if (after.size() < size && (window < kept || window >= kept + gone)) {
          after.add(window);
        }
      }
      before.retainAll(after);
      survived[before.size()]++;
    }
    int sum = 0;
    for (int k = size; k >= 0; k--) {
      sum += survived[k];
      assertThat((double) sum / rounds).isCloseTo(exact[k], within(.04));
    }
  }

  @Property(tries = 100)
  void windowsAreThoseThatTheEditedTextHas(
      @ForAll Kind kind,
      @ForAll @IntRange(min = 1, max = 12) int length,
      @ForAll @IntRange(min = 1, max = 4) int places,
      @ForAll long seed) {
    Edit edit = new Edit(kind, length, places);
    StringBuilder text = Edit.text(150, new SplittableRandom(seed ^ 1));
    Set<String> before = windows(text);
    edit.apply(text, new SplittableRandom(seed));
    Set<String> after = windows(text);
    Windows windows = edit.windows(150, 12, new SplittableRandom(seed));
    assertThat(windows.before()).isEqualTo(139);
    assertThat(windows.after()).isEqualTo(text.length() - 11);
    if (kind == Kind.DELETE) {
      // The places are all that is drawn then, so they are the same. What moves up may be the
      // letter
      // that was there, and a window or some stay by that.
      before.retainAll(after);
      assertThat(before).hasSizeBetween(windows.kept(), windows.kept() + 3 * places);
    }
  }

  private static Set<String> windows(CharSequence text) {
    Set<String> windows = new HashSet<>();
    for (int i = 0; i + 12 <= text.length(); i++) {
      windows.add(text.subSequence(i, i + 12).toString());
    }
    return windows;
  }
}
