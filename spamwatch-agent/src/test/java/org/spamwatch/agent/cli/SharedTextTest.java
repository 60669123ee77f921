package org.spamwatch.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.Passage;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** Which text is shown, and that it does a terminal no harm. */
class SharedTextTest {
  private static final String TEXT =
      "Dear friend, this wonderful thing is what you have always wanted, and only today it is free.";

  private static Id key(int from) {
    return Id.of(from, 0, 0);
  }

  private static Passage passage(int from, int length) {
    return new Passage(Scheme.CHAR50, key(from), from, length, TEXT.substring(from, from + length));
  }

  private static SharedText everyTwentyCharacters() {
    List<Passage> all = new ArrayList<>();
    for (int from = 0; from + 20 <= TEXT.length(); from++) {
      all.add(passage(from, 20));
    }
    return new SharedText(all);
  }

  @Property
  void everySharedCharacterIsShownOnce(
      @ForAll @Size(max = 12) Set<@IntRange(max = 70) Integer> starts) {
    Set<Id> keys = new TreeSet<>(starts.stream().map(SharedTextTest::key).toList());
    List<SharedText.Stretch> stretches = everyTwentyCharacters().of(keys);
    boolean[] shared = new boolean[TEXT.length()];
    starts.forEach(from -> java.util.Arrays.fill(shared, from, from + 20, true));
    boolean[] shown = new boolean[TEXT.length()];
    int end = -1;
    for (SharedText.Stretch stretch : stretches) {
      assertThat(stretch.from()).isGreaterThan(end); // in order, and apart
      end = stretch.from() + stretch.length();
      java.util.Arrays.fill(shown, stretch.from(), end, true);
      assertThat(stretch.text()).isEqualTo(TEXT.substring(stretch.from(), end).strip());
    }
    assertThat(shown).isEqualTo(shared);
  }

  @Property
  void nothingThatATerminalObeysIsShown(@ForAll String text) {
    String shown = SharedText.shown(text + "\u001b[2J\u202e\u0007\r\n" + text);
    assertThat(shown.codePoints())
        .allMatch(
            c ->
                switch (Character.getType(c)) {
                  case Character.CONTROL,
                      Character.FORMAT,
                      Character.SURROGATE,
                      Character.PRIVATE_USE,
                      Character.UNASSIGNED,
                      Character.LINE_SEPARATOR,
                      Character.PARAGRAPH_SEPARATOR ->
                      false;
                  default -> true;
                });
    assertThat(shown.codePointCount(0, shown.length())).isLessThanOrEqualTo(SharedText.MOST_SHOWN);
  }

  @Test
  void muchTextIsCutInTheMiddleAndManyStretchesAtTheEnd() {
    String a = "a".repeat(200);
    String b = "b".repeat(200);
    SharedText two =
        new SharedText(
            List.of(
                new Passage(Scheme.CHAR50, key(1), 0, 200, a),
                new Passage(Scheme.CHAR50, key(2), 200, 200, b)));
    SharedText.Stretch one = two.of(Set.of(key(1), key(2))).get(0);
    assertThat(one.length()).isEqualTo(400);
    assertThat(one.text()).startsWith("aaaa").contains(" … ").endsWith("bbbb").hasSize(239);
    List<Passage> many = new ArrayList<>();
    Set<Id> keys = new TreeSet<>();
    for (int i = 0; i < 100; i++) {
      many.add(new Passage(Scheme.CHAR50, key(i), 30 * i, 10, "some words"));
      keys.add(key(i));
    }
    assertThat(new SharedText(many).of(keys)).hasSize(SharedText.MOST_STRETCHES);
  }

  @Test
  void keysThatAreNotTheMailsStandForNothing() {
    assertThat(everyTwentyCharacters().of(Set.of(key(4000)))).isEmpty();
  }

  @Test
  void schemesAreToldApart() {
    SharedText two =
        new SharedText(
            List.of(
                new Passage(Scheme.CHAR50, key(1), 0, 5, "first"),
                new Passage(Scheme.RABIN50, key(2), 2, 6, "second")));
    assertThat(two.of(Set.of(key(1), key(2))))
        .extracting(SharedText.Stretch::text)
        .containsExactly("second", "first");
  }
}
