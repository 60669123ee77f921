package org.spamwatch.simulator.detection;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.spamwatch.ata.evidence.MailMatcher;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/** All features of some ham, exactly: own ham without the errors of a Bloom filter. */
final class LearntHam implements MailMatcher.Ham {
  private final long[] elements;

  /** The features of these mails. */
  LearntHam(List<KnownMail> ham) {
    elements = ham.stream().flatMapToLong(LearntHam::elements).sorted().distinct().toArray();
  }

  private static LongStream elements(KnownMail mail) {
    LongStream.Builder all = LongStream.builder();
    for (int i = 0; i < mail.vectors().size(); i++) {
      FeatureVector vector = mail.vectors().get(i);
      for (int place = 0; place < vector.size(); place++) {
        all.add(MarkIndex.element(vector.scheme(), vector.identity(place)));
      }
      for (Id probe : mail.probes().get(i)) {
        all.add(MarkIndex.element(vector.scheme(), probe.high()));
      }
    }
    return all.build();
  }

  @Override
  public boolean contains(Scheme scheme, long identity) {
    return Arrays.binarySearch(elements, MarkIndex.element(scheme, identity)) >= 0;
  }
}
