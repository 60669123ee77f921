package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Originals.Original;

/**
 * Unrelated spams are marked once; then copies with padding of their own are checked, first against
 * the plain mails, then, at another site, against marked mails that were padded as well, each with
 * other padding.
 *
 * @param corpus where the spams come from
 * @param spams how many
 * @param peers of each simulated network
 * @param seed of the choice, the padding and the networks
 */
public record PaddingExperiment(Corpus corpus, int spams, int peers, long seed) {
  /**
   * Copies found.
   *
   * @param spams marked
   * @param newPadded copies found when only they are padded
   * @param bothPadded copies found when the marked mail is padded too
   */
  public record Result(Padding padding, int spams, int newPadded, int bothPadded) {}

  /** Runs it; tells the stage it is in. */
  public List<Result> run(Consumer<String> progress) throws CorpusException {
    Site site = new Site(peers, seed);
    progress.accept("marking " + spams + " unrelated spams");
    Originals originals = Originals.mark(corpus, spams, site, seed);
    List<Result> results = new ArrayList<>();
    for (Padding padding : Padding.values()) {
      progress.accept(padding.label());
      results.add(run(padding, site, originals));
    }
    return results;
  }

  private Result run(Padding padding, Site site, Originals originals) {
    Random random = new Random(seed + padding.label().hashCode());
    Mails mails = new Mails();
    Site other = new Site(peers, seed + 1);
    List<Id> marked = new ArrayList<>();
    for (Original original : originals.mails()) {
      AddressedMail mail = padded(padding, original, mails, random);
      marked.add(other.mark(mail, "mailbox " + marked.size()).orElseThrow());
    }
    int newPadded = 0;
    int bothPadded = 0;
    for (int i = 0; i < marked.size(); i++) {
      Original original = originals.mails().get(i);
      AddressedMail copy = padded(padding, original, mails, random);
      newPadded += site.finds(copy, original.guid()) ? 1 : 0;
      bothPadded += other.finds(copy, marked.get(i)) ? 1 : 0;
    }
    return new Result(padding, marked.size(), newPadded, bothPadded);
  }

  private static AddressedMail padded(
      Padding padding, Original original, Mails mails, Random random) {
    return mails.address(CopiedMail.plain(padding.pad(original.text(), mails, random), random));
  }
}
