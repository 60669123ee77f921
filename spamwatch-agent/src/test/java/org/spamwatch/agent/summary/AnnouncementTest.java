package org.spamwatch.agent.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

class AnnouncementTest {
  private static final Id GUID = Id.ofHex("4378");

  @Test
  void hasAsManyVectorsAsAVoteSpeaksFor() {
    List<FeatureVector> vectors = new ArrayList<>();
    for (int i = 0; i < Vote.MAX_DIGESTS; i++) {
      vectors.add(vector(i));
    }
    Announcement most = new Announcement(GUID, vectors);
    assertThat(most.isTakenBack()).isFalse();
    vectors.add(vector(99));
    assertThat(most.vectors()).hasSize(Vote.MAX_DIGESTS);
    assertThatIllegalArgumentException().isThrownBy(() -> new Announcement(GUID, vectors));
  }

  @Test
  void hasNoVectorTwice() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Announcement(GUID, List.of(vector(1), vector(1))));
  }

  @Test
  void withoutVectorsItTakesBack() {
    assertThat(Announcement.takenBack(GUID))
        .isEqualTo(new Announcement(GUID, List.of()))
        .matches(Announcement::isTakenBack);
  }

  private static FeatureVector vector(long key) {
    return new FeatureVector(Scheme.CHAR50, false, List.of(FeatureVector.key(key)));
  }
}
