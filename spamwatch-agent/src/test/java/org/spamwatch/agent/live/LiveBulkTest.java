package org.spamwatch.agent.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.agent.config.BulkSetting;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.PortSetting;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;

/** How many people got a mail, on a peer that runs, and over a restart. */
@Tag("live")
final class LiveBulkTest {
  private static final ListenAddress ANY = new ListenAddress("127.0.0.1", 0);
  private static final Settings COUNTING =
      Settings.DEFAULTS
          .with(Setting.OVERLAY_LISTEN, ANY)
          .with(PortSetting.HTTP_LISTEN, ANY)
          .with(Setting.OVERLAY_JOIN_WAIT, Duration.ofSeconds(1))
          .with(BulkSetting.CELLS, 100_000)
          .with(BulkSetting.COUNT, true);
  private static final String MAIL =
      "Subject: x\n\n"
          + "words that nobody else has written in this order, quite a few of them, and some "
              .repeat(4)
          + "\n";

  private final HttpClient http = HttpClient.newHttpClient();

  private LivePeer start(Settings settings, Path data) throws Exception {
    return LivePeer.start(settings, data, line -> {});
  }

  private String asked(LivePeer peer, String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + peer.http().getPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", "message/rfc822")
            .POST(HttpRequest.BodyPublishers.ofByteArray(MAIL.getBytes(US_ASCII)))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void whatWasCountedIsCountedAfterARestart(@TempDir Path data) throws Exception {
    try (LivePeer peer = start(COUNTING, data)) {
      for (int i = 0; i < 21; i++) {
        asked(peer, "/v1/check?user=user" + i);
      }
      asked(peer, "/v1/check?user=USER7@example.org");
      assertThat(asked(peer, "/v1/explain")).contains("\"bulk\":{\"count\":21,\"own\":21");
    }
    try (LivePeer peer = start(COUNTING, data)) {
      asked(peer, "/v1/check?user=user7");
      assertThat(asked(peer, "/v1/check?user=another"))
          .contains("\"verdict\":\"unknown\"", "\"bulk\":{\"count\":22,\"own\":22");
    }
    Settings judging = COUNTING.with(BulkSetting.VERDICT, true);
    try (LivePeer peer = start(judging, data)) {
      assertThat(asked(peer, "/v1/check")).contains("\"verdict\":\"spam\"", "\"by\":\"bulk\"");
    }
    Files.write(data.resolve("bulk"), new byte[] {1, 2, 3});
    try (LivePeer peer = start(COUNTING, data)) {
      assertThat(asked(peer, "/v1/check?user=ada")).contains("\"bulk\":{\"count\":1,");
    }
    assertThat(data.resolve("bulk.unread-1")).hasBinaryContent(new byte[] {1, 2, 3});
    try (LivePeer peer = start(COUNTING.with(BulkSetting.CELLS, 200_000), data)) {
      assertThat(asked(peer, "/v1/explain")).contains("\"bulk\":{\"count\":0,");
    }
    assertThat(data.resolve("bulk.unread-2")).exists();
    try (LivePeer peer = start(COUNTING.with(BulkSetting.COUNT, false), data)) {
      assertThat(asked(peer, "/v1/check?user=ada")).doesNotContain("bulk");
    }
  }

  @Test
  void aThresholdThatNoCounterReachesIsRefused(@TempDir Path data) {
    assertThatThrownBy(() -> start(COUNTING.with(BulkSetting.THRESHOLD, 40), data))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("bulk.threshold 40 is more than 5 bits count, 31");
  }
}
