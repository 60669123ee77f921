package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransitStubSpecTest {
  private static final String GOOD = "ts 2 47\n3 0 0\n20 20 3 0.3\n10 20 3 .6 1.0\n8 10 1 .4 .2\n";

  @Test
  void aSpecIsReadAsGtItmWritesIt() throws TopologyException {
    TransitStubSpec spec = Specs.readSpec(GOOD);
    assertThat(spec.count()).isEqualTo(2);
    assertThat(spec.seed()).isEqualTo(47);
    assertThat(spec.top()).isEqualTo(GeometricSpec.pureRandom(20, 20, .3));
    assertThat(spec.stub()).isEqualTo(new GeometricSpec(8, 10, EdgeMethod.WAXMAN, .4, .2, 0));
    assertThat(spec.routers()).isEqualTo(5000).isEqualTo(20 * 10 * (1 + 3 * 8));
    assertThat(spec.transitRouters()).isEqualTo(200);
  }

  @Test
  void thePaperSimulatesFiveThousandRouters() {
    assertThat(TransitStubSpec.paper(1).routers()).isEqualTo(5000);
  }

  @Test
  void commentsAndBlankLinesArePassedOverAndTheSeedMayBeMissing() throws TopologyException {
    TransitStubSpec spec = Specs.readSpec("# a\n\n" + GOOD.replace(" 47", "\r\n# b"));
    assertThat(spec.seed()).isEqualTo(1);
    assertThat(spec.top().nodes()).isEqualTo(20);
  }

  @Property(tries = 200)
  @Domain(Specs.class)
  void whatIsPrintedIsReadBack(@ForAll TransitStubSpec spec) throws TopologyException {
    assertThat(Specs.readSpec(spec.print())).isEqualTo(spec);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ts 2 47        | geo 2 47         | line 1: 'ts COUNT SEED' or 'ts COUNT SEED scaled' is expected
          ts 2 47        | ts 2 47 wide     | line 1: 'ts COUNT SEED' or 'ts COUNT SEED scaled' is
          ts 2 47        | ts 0 47          | line 1: count 0 is not an integer from 1 to 1000
          ts 2 47        | ts 1 x           | line 1: seed x is not a 64-bit integer
          3 0 0          | 3 0              | line 2: three numbers are expected
          3 0 0          | 3 -1 0           | line 2: extra t-s edges -1
          20 20 3 0.3    | 20 20 3          | line 3: 'N SCALE METHOD ALPHA BETA GAMMA'
          20 20 3 0.3    | 20 20 7 0.3      | line 3: edge method 7
          20 20 3 0.3    | 20 20 3 NaN      | line 3: alpha NaN is not a number from 0.0 to 1.0
          20 20 3 0.3    | 99999999999 2 3 1| line 3: n 99999999999 is not an integer
          20 20 3 0.3    | 20 20 1 0.3      | line 3: method 1 needs a beta above 0 after alpha
          3 0 0          | 1000 0 0         | 1600200 routers are more than the maximum
          """)
  void aSpecThatCannotBeUsedIsRefusedInOneLine(String part, String other, String message) {
    assertThatThrownBy(() -> Specs.readSpec(GOOD.replace(part, other)))
        .isInstanceOf(TopologyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void scalesCountOnlyWhereTheSpecSaysSo() throws TopologyException {
    String wide = GOOD.replace("20 20 3 0.3", "20 9999 3 0.3");
    assertThat(Specs.readSpec(wide).proportions()).isEqualTo(Proportions.GT_ITM);
    assertThat(Specs.readSpec(GOOD.replace("ts 2 47", "ts 2 47 scaled")).proportions())
        .isEqualTo(Proportions.SCALED);
    assertThatThrownBy(() -> Specs.readSpec(wide.replace("ts 2 47", "ts 2 47 scaled")))
        .isInstanceOf(TopologyException.class)
        .hasMessageContaining("make links longer than 50000");
  }

  @Test
  void aSpecThatEndsEarlyOrLateIsRefused() {
    assertThatThrownBy(() -> Specs.readSpec("ts 1 1\n3 0 0\n"))
        .isInstanceOf(TopologyException.class)
        .hasMessage("line 3: the text ends where 'N SCALE METHOD ALPHA BETA GAMMA' is expected");
    assertThatThrownBy(() -> Specs.readSpec(GOOD + "1 1 1 1\n"))
        .isInstanceOf(TopologyException.class)
        .hasMessage("line 6: the spec ended at line 5");
    assertThatThrownBy(() -> Specs.readSpec("ts".repeat(1000)))
        .isInstanceOf(TopologyException.class)
        .hasMessage("line 1: longer than 400 characters");
  }
}
