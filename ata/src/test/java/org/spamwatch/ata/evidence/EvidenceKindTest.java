package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class EvidenceKindTest {
  @Property(tries = 200)
  void aKeySaysItsKindAndKeepsTheRestOfTheHash(@ForAll EvidenceKind kind, @ForAll long hash) {
    long identity = kind.identity(hash);

    assertThat(EvidenceKind.of(identity)).contains(kind);
    assertThat(identity >>> 4).isEqualTo(hash >>> 4);
  }

  @Property(tries = 100)
  void aKindOfANewerVersionIsNone(@ForAll long hash) {
    assertThat(EvidenceKind.of(hash & ~0xFL)).isEmpty();
    assertThat(EvidenceKind.of(hash | 0xF)).isEmpty();
  }
}
