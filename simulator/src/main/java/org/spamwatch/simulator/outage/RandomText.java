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

  /** Draws one of the usual length. */
  public static RandomText draw(RandomGenerator random) {
    return draw(WORDS, random);
  }

  /** Draws one of so many words, 6 or more. */
  public static RandomText draw(int length, RandomGenerator random) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < length; i++) {
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
    return address(ApproximateText.standard());
  }

  /** The text as a mail, addressed by other schemes than the active ones. */
  public AddressedMail address(ApproximateText addressing) {
    String mail = "Subject: offer\n\n" + String.join(" ", words) + "\n";
    try {
      return addressing.address(mail.getBytes(StandardCharsets.US_ASCII));
    } catch (NotAMailException e) {
      throw new IllegalStateException("a subject and words are a mail", e);
    }
  }
}
