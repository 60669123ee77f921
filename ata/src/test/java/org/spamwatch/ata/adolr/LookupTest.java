package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.Limits;
import org.spamwatch.overlay.Timers;
import org.spamwatch.overlay.lease.LeaseTable;
import org.spamwatch.overlay.lease.Offer;
import org.spamwatch.overlay.lease.Publisher;
import org.spamwatch.overlay.lease.SignedTable;

class LookupTest {
  private static final int ALL = Integer.MAX_VALUE;

  private final Contact self = FakeRouting.contact(1);
  private final LeaseTable<PackedPublication> records =
      new SignedTable<PackedPublication>(
              self, 1_000_000, 1_000, FeatureStoreTest.terms(self, Limits.DEFAULT), new Timers(0))
          .held();
  private final OwnVectors own = new OwnVectors(records.kept(), () -> publisher(self));
  private final SplittableRandom random = new SplittableRandom(1);

  private static Publisher publisher(Contact contact) {
    return Publisher.of(contact, FeatureStoreTest.signatures(contact).sign(new byte[] {}));
  }

  @Test
  void whatIsFoundAllocatesNothing() {
    List<FeatureVector> asked = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      FeatureVector vector = drawn();
      own.add(Id.random(random), vector);
      FeatureVector published = drawn();
      publish(published, publisher(FakeRouting.contact(2 + i % 40)));
      asked.add(vector);
      asked.add(published);
    }
    Lookup lookup = new Lookup(records, own, 4_096);
    int found = all(lookup, asked);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10; i++) {
      found += all(lookup, asked);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(found).isEqualTo(11 * asked.size());
    assertThat(allocated).as("bytes for 20,000, of which asking takes some").isLessThan(20_000);
  }

  private static int all(Lookup lookup, List<FeatureVector> asked) {
    int found = 0;
    for (FeatureVector vector : asked) {
      found += lookup.find(0, vector, 12, ALL).size();
    }
    return found;
  }

  @Test
  void aFeatureThatTheVectorHasNotLeadsNowhereAndTheOthersDo() {
    FeatureVector vector = drawn();
    publish(vector, publisher(FakeRouting.contact(2)));
    Lookup lookup = new Lookup(records, own, 4_096);
    assertThat(lookup.find(-1, vector, 12, ALL).size()).isOne();
    assertThat(lookup.isAll()).isTrue();
  }

  private void publish(FeatureVector vector, Publisher publisher) {
    PackedPublication packed =
        new PackedPublication(Id.random(random), vector, publisher, 1, false, new byte[] {});
    for (Id feature : vector.keys()) {
      assertThat(records.merge(new Offer<>(feature, packed, 60_000))).isTrue();
    }
  }

  private FeatureVector drawn() {
    return FeatureVector.of(Scheme.CHAR50, false, random.longs(12).toArray());
  }
}
