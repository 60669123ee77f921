package org.spamwatch.simulator.detection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.overlay.Id;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/**
 * Spams of 1.1 to 8 KB of text that are unrelated to each other, marked at a site: what copies are
 * made of.
 *
 * @param mails in the order in which they were drawn
 */
record Originals(List<Original> mails) {
  private static final int LEAST = 1_100;
  private static final int MOST = 8_000;

  /** One of them: its text, the plain mail with it that was marked, and that mail's identity. */
  @SuppressWarnings("ArrayRecordComponent") // written once, and never compared
  record Original(String text, byte[] mail, Id guid) {}

  Originals {
    mails = List.copyOf(mails);
  }

  /**
   * Draws spams from a corpus and marks each, as a plain mail of its text alone, unless another of
   * its cluster was drawn or the site knows it already.
   */
  static Originals mark(Corpus corpus, int count, Site site, long seed) throws CorpusException {
    List<Corpus.Mail> spam = new ArrayList<>(corpus.spam());
    Random random = new Random(seed);
    Collections.shuffle(spam, random);
    Set<String> clusters = new LinkedHashSet<>();
    List<Original> drawn = new ArrayList<>();
    Mails mails = new Mails();
    for (Corpus.Mail mail : spam) {
      if (drawn.size() >= count) {
        break;
      }
      Optional<String> text = Mails.text(Mails.read(mail.path())).map(String::strip);
      boolean fits = text.isPresent() && isOfSize(text.get());
      if (!fits || (!mail.cluster().isEmpty() && !clusters.add(mail.cluster()))) {
        continue;
      }
      byte[] plain = CopiedMail.plain(text.orElseThrow() + "\n", random);
      AddressedMail addressed = mails.address(plain);
      if (addressed.isAddressable() && site.check(addressed).verdict() == Verdict.UNKNOWN) {
        Id guid = site.mark(addressed, "mailbox " + drawn.size()).orElseThrow();
        drawn.add(new Original(text.orElseThrow() + "\n", plain, guid));
      }
    }
    return new Originals(drawn);
  }

  private static boolean isOfSize(String text) {
    int length = text.replaceAll("\\s+", " ").length();
    return length >= LEAST && length <= MOST;
  }
}
