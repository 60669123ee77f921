package org.spamwatch.simulator.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Mails;
import org.spamwatch.simulator.processes.ProcessException;
import org.spamwatch.statistics.CountTable;

/**
 * A corpus of which one half is learnt and the other asked about: read and hashed once, in memory.
 * Other programs learn and are asked the same when somebody wants to know what they say. Not
 * thread-safe.
 */
public final class Learnt {
  private final Halves halves;
  private final Settings settings;
  private final List<HashedMail> trained;
  private final List<HashedMail> asked;
  private final CountTable counts;
  private final Map<String, TrainedRival.Answer> answers = new LinkedHashMap<>();

  /**
   * How it is read.
   *
   * @param rivals of {@code bogofilter} and {@code qsf}
   * @param threads that read
   * @param seed of the key by which tokens are hashed
   * @param progress takes lines that say how far it is
   */
  public record Settings(List<String> rivals, int threads, long seed, Consumer<String> progress) {
    /** Copies the list. */
    public Settings {
      rivals = List.copyOf(rivals);
    }
  }

  private Learnt(Halves halves, Settings settings, HashFunction function)
      throws CorpusException, InterruptedException {
    this.halves = halves;
    this.settings = settings;
    HashedMail.Hashing hashing = () -> function.with(settings.seed());
    trained = HashedMail.read(halves.trained(), hashing, settings.threads());
    asked = HashedMail.read(halves.asked(), hashing, settings.threads());
    counts = Dictionary.of(trained);
  }

  /** Reads a corpus and learns its half. */
  public static Learnt of(Halves halves, Settings settings)
      throws CorpusException, InterruptedException {
    settings.progress().accept("reading " + halves.name());
    return new Learnt(halves, settings, HashFunction.KEYED);
  }

  /** The same mails by another hash function. */
  Learnt hashedBy(HashFunction function) throws CorpusException, InterruptedException {
    return function == HashFunction.KEYED ? this : new Learnt(halves, settings, function);
  }

  /** What tables call the corpus. */
  public String name() {
    return halves.name();
  }

  List<HashedMail> trained() {
    return trained;
  }

  List<HashedMail> asked() {
    return asked;
  }

  CountTable counts() {
    return counts;
  }

  /** The mails that are asked about as they are, in their order. */
  List<byte[]> askedBytes() throws CorpusException {
    List<byte[]> mails = new ArrayList<>();
    for (Corpus.Mail mail : halves.asked()) {
      mails.add(Mails.read(mail.path()));
    }
    return mails;
  }

  /** What other programs say, by their names; each is run when it is asked the first time. */
  Map<String, TrainedRival.Answer> rivals() throws CorpusException, ProcessException {
    for (String name : settings.rivals()) {
      if (!answers.containsKey(name)) {
        try (TrainedRival rival = trainedRival(name)) {
          settings.progress().accept(halves.name() + ": asking " + name);
          answers.put(name, rival.ask(askedBytes()));
        }
      }
    }
    return answers;
  }

  /** Starts another program and has it learn what is learnt here. */
  TrainedRival trainedRival(String name) throws CorpusException, ProcessException {
    return trainedRival(name, trained);
  }

  /** Starts another program and has it learn some of what is learnt here. */
  TrainedRival trainedRival(String name, List<HashedMail> some)
      throws CorpusException, ProcessException {
    settings.progress().accept(halves.name() + ": teaching " + name);
    TrainedRival rival =
        switch (name) {
          case "bogofilter" -> Bogofilter.start();
          case "qsf" -> Qsf.start();
          default -> throw new ProcessException(name + ": no rival; bogofilter and qsf are");
        };
    try {
      for (boolean isSpam : new boolean[] {true, false}) {
        List<byte[]> mails = new ArrayList<>();
        for (HashedMail mail : some) {
          if (mail.isSpam() == isSpam) {
            mails.add(Mails.read(mail.mail().path()));
          }
        }
        rival.learn(mails, isSpam);
      }
      return rival;
    } catch (CorpusException | ProcessException e) {
      rival.close();
      throw e;
    }
  }
}
