package org.spamwatch.simulator.attack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.config.StatisticsSetting;
import org.spamwatch.agent.statistics.Marked;
import org.spamwatch.agent.statistics.Statistics;
import org.spamwatch.agent.statistics.TokenReader;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.simulator.outage.RandomText;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.simulator.processes.Scratch;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/**
 * A user of a site teaches its statistical filter the words of ham as spam, or those of spam as
 * ham, in as many mails as he may on a day and each with as many words as are learnt (Nelson et
 * al., <em>Exploiting Machine Learning to Subvert Your Spam Filter</em>): what others of the site
 * are told by then, who have too little taught to have a filter of their own.
 */
final class Poisoning implements Attack.Scenario {
  private static final int USERS = 5;
  private static final int LEARNT = 60; // of each kind by each user
  private static final int ASKED = 200; // of each kind
  private static final int WORDS = 120;
  private static final int VOCABULARY = 600; // of each kind, and of both
  private static final int POISONED = 5_000;

  private static final int BATCH = 250;
  private static final long NOW = TimeUnit.DAYS.toMillis(20_000);

  @Override
  public AttackResult run(AttackSettings settings, Consumer<String> progress)
      throws ProcessException {
    Said before = said(settings, Optional.empty());
    progress.accept("words of ham are taught as spam");
    Said asSpam = said(settings, Optional.of(VoteValue.SPAM));
    progress.accept("words of spam are taught as ham");
    Said asHam = said(settings, Optional.of(VoteValue.HAM));
    String seen =
        "of %d spams others are told of %d, of %d hams that %d are spam; once one user has taught"
                .formatted(ASKED, before.spam(), ASKED, before.ham())
            + " %d mails of ham words as spam, of %d and %d; or of spam words as ham, of %d and %d"
                .formatted(POISONED, asSpam.spam(), asSpam.ham(), asHam.spam(), asHam.ham());
    boolean kept =
        asSpam.ham() <= before.ham()
            && asHam.ham() <= before.ham()
            && isMost(asSpam.spam(), before.spam())
            && isMost(asHam.spam(), before.spam());
    return new AttackResult(0, 0, seen, kept);
  }

  private static boolean isMost(int spam, int before) {
    return before > 0 && spam >= .9 * before;
  }

  /** How many of the asked mails of each kind are called spam. */
  private record Said(int spam, int ham) {}

  private static Said said(AttackSettings settings, Optional<VoteValue> poison)
      throws ProcessException {
    SplittableRandom random = new SplittableRandom(settings.seed());
    Texts texts = new Texts(random);
    Settings on = Settings.DEFAULTS.with(StatisticsSetting.MODE, StatisticsMode.ON);
    try (Scratch scratch = Scratch.open("poisoning");
        Statistics statistics =
            Statistics.open(on, scratch.path().resolve("data"), new byte[] {1}, () -> NOW)
                .orElseThrow()) {
      for (int user = 0; user < USERS; user++) {
        teach(statistics, "user" + user, VoteValue.SPAM, LEARNT, () -> texts.spam(random));
        teach(statistics, "user" + user, VoteValue.HAM, LEARNT, () -> texts.ham(random));
      }
      if (poison.isPresent()) {
        VoteValue word = poison.get();
        boolean ofHam = word == VoteValue.SPAM;
        teach(statistics, "poisoner", word, POISONED, () -> texts.all(ofHam, random));
      }
      statistics.settle();
      return new Said(
          called(statistics, () -> texts.spam(random)),
          called(statistics, () -> texts.ham(random)));
    } catch (IOException e) {
      throw new ProcessException("a site's counts cannot be kept: " + e.getMessage(), e);
    }
  }

  private static int called(Statistics statistics, Drawing drawing) {
    return (int)
        IntStream.range(0, ASKED)
            .mapToObj(i -> statistics.judge(drawing.mail(), Optional.empty()).orElseThrow())
            .filter(said -> said.classification() == Classification.SPAM)
            .count();
  }

  private static void teach(
      Statistics statistics, String user, VoteValue word, int mails, Drawing drawing)
      throws IOException {
    TokenReader reader = new TokenReader(statistics.key());
    for (int taught = 0; taught < mails; taught += BATCH) {
      List<Marked> batch = new ArrayList<>();
      for (int i = taught; i < Math.min(mails, taught + BATCH); i++) {
        batch.add(new Marked(user, word, reader.read(drawing.mail()).orElseThrow()));
      }
      statistics.learn(batch);
    }
  }

  /** Draws a mail. */
  private interface Drawing {
    byte[] mail();
  }

  /** Mails of words of their kind, of everybody's, and of some of the other's. */
  private static final class Texts {
    private final List<String> ofHam;
    private final List<String> ofSpam;
    private final List<String> ofBoth;

    Texts(SplittableRandom random) {
      ofHam = RandomText.draw(VOCABULARY, random).words();
      ofSpam = RandomText.draw(VOCABULARY, random).words();
      ofBoth = RandomText.draw(VOCABULARY, random).words();
    }

    byte[] ham(SplittableRandom random) {
      return drawn(ofHam, ofSpam, random);
    }

    byte[] spam(SplittableRandom random) {
      return drawn(ofSpam, ofHam, random);
    }

    private byte[] drawn(List<String> own, List<String> other, SplittableRandom random) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < WORDS; i++) {
        int kind = random.nextInt(60);
        List<String> from = kind < 34 ? own : kind < 59 ? ofBoth : other;
        words.add(from.get(random.nextInt(from.size())));
      }
      return mail(words);
    }

    /** All words of a kind, and one that tells the mail from others. */
    byte[] all(boolean isHam, SplittableRandom random) {
      List<String> words = new ArrayList<>(isHam ? ofHam : ofSpam);
      words.addAll(RandomText.draw(1, random).words());
      return mail(words);
    }

    private static byte[] mail(List<String> words) {
      String text = "Subject: offer\n\n" + String.join(" ", words) + "\n";
      return text.getBytes(StandardCharsets.US_ASCII);
    }
  }
}
