package org.spamwatch.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class OpenApiTest {
  @Test
  void theDocumentIsWhatThePeerSpeaks() throws IOException {
    Path draft = Files.createDirectories(Path.of("target")).resolve("openapi.json");
    Files.writeString(draft, OpenApi.document());
    assertThat(Path.of("..", "docs", "openapi.json"))
        .as("docs/openapi.json, which is to be a copy of spamwatch-agent/target/openapi.json")
        .hasSameTextualContentAs(draft);
  }

  @Test
  void whatIsMissingUnknownOrOfAnotherTypeDoesNotFit() throws IOException {
    JsonNode closed = OpenApi.closed();
    String fits = "{\"status\":\"alive\"}";
    assertThat(OpenApi.misfits(closed, "GET /healthz", 200, fits)).isEmpty();
    assertThat(OpenApi.misfits(closed, "GET /healthz", 200, "{}")).isNotEmpty();
    assertThat(OpenApi.misfits(closed, "GET /healthz", 200, "{\"status\":7}")).isNotEmpty();
    assertThat(OpenApi.misfits(closed, "GET /healthz", 200, "{\"status\":\"\",\"a\":1}"))
        .isNotEmpty();
    assertThat(OpenApi.misfits(closed, "GET /healthz", 404, fits)).isNotEmpty();
  }
}
