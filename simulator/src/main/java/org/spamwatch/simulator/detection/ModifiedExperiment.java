package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;
import org.spamwatch.simulator.detection.Originals.Original;
import org.spamwatch.simulator.processes.ProcessException;

/**
 * Unrelated spams are marked once each; then copies of each, changed in every way of {@link
 * Modification}, are checked. A copy counts as found if it matches the very mail that it was made
 * of. Rivals are told the same mails and asked about the same copies.
 *
 * @param corpus where the spams come from
 * @param spams how many
 * @param peers of the simulated network
 * @param seed of the choice, the changes and the network
 */
public record ModifiedExperiment(Corpus corpus, int spams, int peers, long seed) {
  /**
   * What was found.
   *
   * @param spams marked
   * @param found how many copies of each kind each system found; this one is called {@code
   *     spamwatch}
   */
  public record Result(int spams, Map<Modification, Map<String, Integer>> found) {}

  /** Runs it; tells the stage it is in. */
  public Result run(List<String> rivals, Consumer<String> progress)
      throws CorpusException, ProcessException {
    Map<Modification, Map<String, Integer>> found = new LinkedHashMap<>();
    Originals originals;
    try (ReferenceFilters started = ReferenceFilters.start(rivals)) {
      Site site = new Site(peers, seed);
      progress.accept("marking " + spams + " unrelated spams");
      originals = Originals.mark(corpus, spams, site, seed);
      started.report(originals.mails().stream().map(Original::mail).toList());
      for (Modification kind : Modification.values()) {
        progress.accept(kind.label());
        List<byte[]> copies = copies(originals, kind);
        Map<String, Integer> row = new LinkedHashMap<>();
        row.put("spamwatch", found(site, originals, copies));
        row.putAll(started.found(copies));
        found.put(kind, row);
      }
    }
    return new Result(originals.mails().size(), found);
  }

  private List<byte[]> copies(Originals originals, Modification kind) {
    Random random = new Random(seed * 31 + kind.label().hashCode());
    List<byte[]> copies = new ArrayList<>();
    for (Original original : originals.mails()) {
      copies.add(kind.mail(original.text(), random));
    }
    return copies;
  }

  private static int found(Site site, Originals originals, List<byte[]> copies) {
    Mails mails = new Mails();
    int found = 0;
    for (int i = 0; i < copies.size(); i++) {
      Original original = originals.mails().get(i);
      found += site.finds(mails.address(copies.get(i)), original.guid()) ? 1 : 0;
    }
    return found;
  }
}
