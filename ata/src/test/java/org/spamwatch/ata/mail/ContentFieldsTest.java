package org.spamwatch.ata.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.DefaultFieldBuilder;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.FieldBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;

/** All fields of the contents are found that the parser's own builder finds. */
class ContentFieldsTest {
  @Property
  void noFieldOfTheContentsIsPassedOver(@ForAll("headers") String header) throws Exception {
    assertThat(found(header, new ContentFields(1000)))
        .isEqualTo(found(header, new DefaultFieldBuilder(1000)));
  }

  private static List<String> found(String header, FieldBuilder builder) throws IOException {
    List<String> found = new ArrayList<>();
    MimeTokenStream stream = new MimeTokenStream(MimeConfig.PERMISSIVE, null, builder, null);
    stream.parse(
        new ByteArrayInputStream((header + "\n\nbody").getBytes(StandardCharsets.ISO_8859_1)));
    try {
      for (EntityState state = stream.getState();
          state != EntityState.T_END_OF_STREAM;
          state = stream.next()) {
        if (state == EntityState.T_FIELD) {
          String name = stream.getField().getName();
          if (name.toLowerCase(Locale.ROOT).startsWith("content-")) {
            found.add(name + ":" + stream.getField().getBody());
          }
        } else if (state == EntityState.T_BODY) {
          found.add(stream.getBodyDescriptor().getMimeType());
        }
      }
    } catch (MimeException e) {
      found.add(e.getMessage());
    }
    return found;
  }

  @Provide
  Arbitrary<String> headers() {
    return Arbitraries.of(
            "Content-Type",
            "content-type",
            "CONTENT-",
            "Content-Disposition",
            "Subject",
            "Cc",
            "X",
            ":",
            " : ",
            " ",
            "\t",
            "\n",
            "\r\n",
            "(c)",
            "(",
            "\"",
            "text/html",
            "attachment",
            ";",
            "\u00E9",
            "\0",
            "C",
            "ontent-Type",
            "@")
        .list()
        .ofMaxSize(24)
        .map(parts -> String.join("", parts));
  }
}
