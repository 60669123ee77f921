package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Random words as a spammer's program makes them up, and the words of a text. */
final class Words {
  static final Pattern WORD = Pattern.compile("\\p{L}+");
  private static final String CONSONANTS = "bcdfghjklmnprstvwz";
  private static final String VOWELS = "aeiou";

  private Words() {}

  /** A word of the given length that can be pronounced. */
  static String word(int length, RandomGenerator random) {
    StringBuilder word = new StringBuilder(length);
    boolean vowel = random.nextBoolean();
    for (int i = 0; i < length; i++) {
      String letters = vowel ? VOWELS : CONSONANTS;
      word.append(letters.charAt(random.nextInt(letters.length())));
      vowel = !vowel;
    }
    return word.toString();
  }

  /** Words of 2 to 10 letters. */
  static String words(int count, RandomGenerator random) {
    List<String> words = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      words.add(word(2 + random.nextInt(9), random));
    }
    return String.join(" ", words);
  }

  /** Exactly {@code length} characters of words and spaces. */
  static String paragraph(int length, RandomGenerator random) {
    StringBuilder text = new StringBuilder(length + 12);
    while (text.length() < length) {
      text.append(word(2 + random.nextInt(9), random)).append(' ');
    }
    text.setLength(length);
    return text.toString();
  }

  /** Replaces one word in {@code every}, each drawn on its own, by another of its length. */
  static String replaceSome(String text, int every, RandomGenerator random) {
    Matcher words = WORD.matcher(text);
    return words.replaceAll(
        found ->
            random.nextInt(every) == 0
                ? word(found.group().length(), random)
                : Matcher.quoteReplacement(found.group()));
  }
}
