package org.spamwatch.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixFormatTest {
  private static Latencies read(String text) throws IOException, TopologyException {
    return MatrixFormat.read(new StringReader(text), ChronoUnit.MILLIS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# round trips\n0,10,20.5\n10,0,5\n\n20.5,5,0\n",
        "0 10\t20.5\n 10 0 5\n20.5 5 -1",
        "9 , 8,20.5\n12,nan,5\n20.5,5,\n"
      })
  void aSquareMatrixIsOfRoundTrips(String text) throws Exception {
    Latencies latencies = read(text);
    assertThat(latencies.routers()).isEqualTo(3);
    assertThat(latencies.oneWayMicros(0, 1)).isEqualTo(5_000); // the mean of both ways
    assertThat(latencies.oneWayMicros(1, 0)).isEqualTo(5_000);
    assertThat(latencies.oneWayMicros(2, 0)).isEqualTo(10_250);
    assertThat(latencies.oneWayMicros(1, 2)).isEqualTo(2_500);
    assertThat(latencies.oneWayMicros(1, 1)).isZero();
    assertThat(latencies.longestLength()).isEqualTo(10_250);
  }

  @Test
  void aFileOfP2psimIsOfOneWayTimes() throws Exception {
    String text =
        """
        topology E2EGraph 3
        failure_model NullFailureModel

        node 1
        node 2
        node 3
        1,2 10
        1,3 20
        3,2 7
        """;
    Latencies latencies = MatrixFormat.read(new StringReader(text), ChronoUnit.MICROS);
    assertThat(latencies.routers()).isEqualTo(3);
    assertThat(latencies.oneWayMicros(1, 0)).isEqualTo(10);
    assertThat(latencies.oneWayMicros(0, 2)).isEqualTo(20);
    assertThat(latencies.oneWayMicros(1, 2)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0,1;1,0,2              | line 2: 3 numbers, 2 in the first row: the matrix is not square
          0,1,2;1,0,2            | line 3: the text ends after 2 rows of 3 numbers: not square
          0,1;1,0;1,1            | line 3: a row more than the 2 columns: the matrix is not square
          0;                     | line 1: 1 numbers: a matrix has 2 to 3000 columns
          0,-1;1,0               | line 1: the round trip from site 1 to 2 -1 is not a number from
          0,1;NaN,0              | line 2: the round trip from site 2 to 1 NaN is not a number from
          0,1;Infinity,0         | line 2: the round trip from site 2 to 1 Infinity is not a number
          0,60001;1,0            | line 1: the round trip from site 1 to 2 60001 is not a number from
          0,,2;1,0,2;2,2,0       | line 1: the round trip from site 1 to 2 is missing
          0,0;0,0                | line 1: the round trip from site 1 to 2 is 0, so it was not
          0,x;1,0                | line 1: the round trip from site 1 to 2 x is not a number from
          node 1                 | line 1: 1 nodes: at least 2 are expected
          node 1;node 3          | line 2: node 3 is not an integer from 2 to 2
          node 1;node            | line 2: 'node 2' is expected
          node 1;node 2          | line 3: the text ends without a time between nodes 1 and 2
          node 1;node 2;1,3 5    | line 3: node 3 is not an integer from 1 to 2
          node 1;node 2;1,2 5 6  | line 3: 'N,M TIME' is expected
          node 1;node 2;1 2 5    | line 3: 'N,M TIME' is expected
          node 1;node 2;1,2 -5   | line 3: the one-way time from node 1 to 2 -5 is not a number
          node 1;node 2;1,2 5;1,2 5 | line 4: a second time from node 1 to node 2
          """)
  void whatCannotBeUsedIsOneLineThatSaysWhere(String text, String message) {
    assertThatThrownBy(() -> read(text.replace(';', '\n')))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void longLinesAreRefusedBeforeTheyAreHeld() {
    assertThatThrownBy(() -> read("0," + "1".repeat(1_000_000)))
        .hasMessage("line 1: longer than 48000 characters");
  }

  @ParameterizedTest
  @CsvSource({
    "'0,1', true",
    "'.5 1', true",
    "-1 2, true",
    "NaN 1, true",
    "node 1, true",
    "topology E2EGraph 5, true",
    "GRAPH (#nodes), false",
    "ts 1 0, false",
    "'', false"
  })
  void aTextIsToldByItsFirstLine(String line, boolean begins) {
    assertThat(MatrixFormat.begins(line)).isEqualTo(begins);
  }
}
