package org.spamwatch.statistics.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.james.mime4j.MimeException;

class NaiveMailTest {
  @Property(tries = 1500)
  void tokensAreThoseOfLibraries(@ForAll long seed) throws IOException, MimeException {
    byte[] mail = GeneratedMail.of(seed);
    List<String> expected = NaiveMail.of(mail);
    assertThat(expected).hasSizeGreaterThan(10);
    assertThat(ReadTokens.of(mail, TokenLimits.DEFAULT)).isEqualTo(expected);
  }
}
