package org.spamwatch.simulator.outage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.ApproximateText;
import org.spamwatch.ata.mail.NotAMailException;

/**
 * A text of random words, unlike any other: what stands for a mail where its content is of no
 * interest.
 *
 * @param words its words
 */
public record RandomText(List<String> words) {
  private static final int WORDS = 200;
  private static final int CHANGED = 5;

  /** Copies the list. */
  public RandomText {
    words = List.copyOf(words);
  }

  /** Draws one. */
  public static RandomText draw(RandomGenerator random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      words.add(word(random));
    }
    return new RandomText(words);
  }

  private static String word(RandomGenerator random) {
    StringBuilder word = new StringBuilder();
    for (int length = 3 + random.nextInt(7); length > 0; length--) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }

  /** A copy with another greeting and a few other words in one place. */
  public RandomText changed(RandomGenerator random) {
    List<String> copy = new ArrayList<>(words);
    int place = random.nextInt(words.size() - CHANGED);
    for (int i = 0; i < CHANGED; i++) {
      copy.set(place + i, word(random));
    }
    copy.add(0, word(random));
    return new RandomText(copy);
  }

  /** The names of a mail with this text. */
  public AddressedMail address() {
    String mail = "Subject: offer\n\n" + String.join(" ", words) + "\n";
    try {
      return ApproximateText.standard().address(mail.getBytes(StandardCharsets.US_ASCII));
    } catch (NotAMailException e) {
      throw new IllegalStateException("a subject and words are a mail", e);
    }
  }
}
