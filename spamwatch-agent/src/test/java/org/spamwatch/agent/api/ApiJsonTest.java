package org.spamwatch.agent.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiJsonTest {
  @ParameterizedTest
  @ValueSource(strings = {"null", "7", "[]", "[null]", "\"text\""})
  void whatIsNoObjectIsToldSo(String body) {
    assertThatThrownBy(() -> ApiJson.read(body.getBytes(UTF_8), MailBody.class))
        .isInstanceOf(BadJsonException.class)
        .hasMessage("the body is not a JSON object");
    assertThatThrownBy(() -> ApiJson.readAnswer(body.getBytes(UTF_8), MailBody.class))
        .isInstanceOf(BadJsonException.class);
  }
}
