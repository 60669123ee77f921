package org.spamwatch.agent.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.agent.ratelimit.MailAttribute;

class PolicyRequestsTest {
  private static final String REQUEST =
      """
      request=smtpd_access_policy
      protocol_state=RCPT
      sender=Ada@example.org
      recipient=bob=x@example.net
      client_address=192.0.2.1
      sasl_username=ada
      size=1

      """;

  private static final Map<MailAttribute, String> SAID =
      Map.of(
          MailAttribute.SENDER, "Ada@example.org",
          MailAttribute.RECIPIENT, "bob=x@example.net",
          MailAttribute.CLIENT, "192.0.2.1",
          MailAttribute.USER, "ada");

  private static List<Map<MailAttribute, String>> read(String... parts)
      throws WrongRequestException {
    PolicyRequests requests = new PolicyRequests();
    List<Map<MailAttribute, String>> all = new ArrayList<>();
    for (String part : parts) {
      ByteBuf bytes = Unpooled.wrappedBuffer(part.getBytes(UTF_8));
      while (bytes.isReadable()) {
        requests.read(bytes).ifPresent(all::add);
      }
    }
    assertThat(requests.isBegun()).isFalse();
    return all;
  }

  @Test
  void requestsAreReadHoweverTheyAreCut() throws WrongRequestException {
    String three = REQUEST + REQUEST.replace("\n", "\r\n") + REQUEST;
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      List<String> parts = new ArrayList<>();
      for (int from = 0; from < three.length(); ) {
        int to = Math.min(three.length(), from + 1 + random.nextInt(150));
        parts.add(three.substring(from, to));
        from = to;
      }
      assertThat(read(parts.toArray(new String[0]))).containsExactly(SAID, SAID, SAID);
    }
  }

  @Test
  void whatIsLongerThanAnyAddressIsNotTaken() throws WrongRequestException {
    String longest = "a".repeat(PolicyRequests.MAX_LINE - "sender=".length());
    String request = "request=smtpd_access_policy\nsender=%s\nrecipient=b\n\n";
    assertThat(read(request.formatted(longest)).get(0))
        .containsEntry(MailAttribute.SENDER, longest);
    assertThat(read(request.formatted(longest + "a")).get(0))
        .containsEntry(MailAttribute.RECIPIENT, "b")
        .containsEntry(MailAttribute.SENDER, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1~Host: a~~|with a line that is not NAME=VALUE",
        "sender=a~~|without request=smtpd_access_policy",
        "~|without request=smtpd_access_policy",
        "request=other~~|of another kind than smtpd_access_policy",
      })
  void whatIsNoRequestIsRefused(String text, String message) {
    assertThatThrownBy(() -> read(text.replace('~', '\n')))
        .isInstanceOf(WrongRequestException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aRequestWithoutEndIsRefused() {
    assertThatThrownBy(() -> read("a=b\n".repeat(PolicyRequests.MAX_BYTES / 4), "x"))
        .hasMessage("a policy request of more than 65536 bytes");
  }
}
