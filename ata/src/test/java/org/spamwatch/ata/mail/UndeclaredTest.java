package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UndeclaredTest {
  /** With the sign that makes its end soft it is as wide as encoders write. */
  private static final String ROW = "x".repeat(75);

  @Test
  void softBreaksAtTheUsualWidthAndEscapesAreUndone() {
    String encoded = (ROW + "=\n").repeat(2) + ROW + "=\r\ncaf=C3=A9, 1 =3D 1";
    assertThat(Undeclared.decode(encoded)).isEqualTo(ROW.repeat(3) + "café, 1 = 1");
    assertThat(Undeclared.decode((ROW + "=\n").repeat(3) + "=E9t=E9 \n"))
        .as("not UTF-8")
        .isEqualTo(ROW.repeat(3) + "été \n");
  }

  @Test
  void whatIsNoEscapeStaysInEncodedText() {
    String rows = (ROW + "=\n").repeat(3);
    assertThat(Undeclared.decode(rows + "a=b =3d =4 =41="))
        .isEqualTo(ROW.repeat(3) + "a=b =3d =4 A=");
  }

  @Test
  void textThatOnlyLooksEncodedIsTakenAsItIs() {
    String few = (ROW + "=\n").repeat(2) + "=41";
    String withoutEscapes = (ROW + "=\n").repeat(9) + "1 = 1";
    String otherWidths = (ROW + "xxx=\n").repeat(9) + "short=\n=41";
    assertThat(Undeclared.decode(few)).isSameAs(few);
    assertThat(Undeclared.decode(withoutEscapes)).isSameAs(withoutEscapes);
    assertThat(Undeclared.decode(otherWidths)).isSameAs(otherWidths);
  }
}
