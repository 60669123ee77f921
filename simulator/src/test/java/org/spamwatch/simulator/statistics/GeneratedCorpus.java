package org.spamwatch.simulator.statistics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Made-up mail: spam and ham have words of their own beside those of both. */
final class GeneratedCorpus {
  private static final int WORDS = 400;

  private final SplittableRandom random = new SplittableRandom(5);

  /** A mail of a day of 2002. */
  String mail(boolean isSpam, int day) {
    StringBuilder mail = new StringBuilder("From: someone <a" + day + "@home.example>\n");
    mail.append("Subject: letter\nDate: ")
        .append(1 + day % 28)
        .append(" Mar 2002 10:00:00 +0000\n");
    for (int word = 0; word < 120; word++) {
      String kind = random.nextBoolean() ? "both" : isSpam ? "sale" : "work";
      mail.append(word % 12 == 0 ? "\n" : " ").append(kind);
      for (int number = random.nextInt(WORDS); number > 0; number /= 26) {
        mail.append((char) ('a' + number % 26));
      }
    }
    return mail.append('\n').toString();
  }

  /** The directories of the public SpamAssassin corpus, with so many mails of either kind. */
  Path write(Path directory, int each) throws IOException {
    for (String folder :
        new String[] {"easy-ham-1", "easy-ham-2", "hard-ham-1", "spam-1", "spam-2"}) {
      Files.createDirectories(directory.resolve(folder));
    }
    for (int i = 0; i < each; i++) {
      String name = "%05d".formatted(i);
      Files.writeString(directory.resolve("spam-" + (1 + i % 2)).resolve(name), mail(true, i));
      Files.writeString(directory.resolve("easy-ham-" + (1 + i % 2)).resolve(name), mail(false, i));
    }
    return directory;
  }
}
