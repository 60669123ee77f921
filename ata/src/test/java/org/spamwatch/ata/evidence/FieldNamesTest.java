package org.spamwatch.ata.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import org.junit.jupiter.api.Test;

class FieldNamesTest {
  private static final List<String> FIELDS = List.of("from", "to", "cc", "reply-to", "x-mailer");

  private final FieldNames names = new FieldNames(FIELDS);

  @Test
  void eachIsFoundInAnyCase() {
    for (String name : FIELDS) {
      assertThat(names.find(name)).isEqualTo(name);
      assertThat(names.find(name.toUpperCase(Locale.ROOT))).isEqualTo(name);
    }
    assertThat(names.find("Reply-To")).isEqualTo("reply-to");
    assertThat(names.find("Reply_To")).isEmpty();
    assertThat(names.find("")).isEmpty();
  }

  @Property(tries = 300)
  void noOtherIsFound(@ForAll @AlphaChars String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    assertThat(names.find(name)).isEqualTo(FIELDS.contains(lower) ? lower : "");
  }
}
