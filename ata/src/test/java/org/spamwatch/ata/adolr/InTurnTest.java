package org.spamwatch.ata.adolr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InTurnTest {
  @Test
  void aLongListKeepsNoOtherOneOut() {
    assertThat(InTurn.of(List.of(List.of(1, 2, 3), List.<Integer>of(), List.of(4, 5), List.of(6))))
        .containsExactly(List.of(1, 4, 6), List.of(2, 5), List.of(3));
  }

  @Test
  void ofNothingThereIsNoTurn() {
    assertThat(InTurn.of(List.of(List.<Integer>of()))).isEmpty();
    assertThat(InTurn.of(List.<List<Integer>>of())).isEmpty();
  }
}
