package org.spamwatch.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.spamwatch.overlay.Endpoint;

final class SettingsReaderTest {
  private final Path directory;

  SettingsReaderTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private Settings read(String toml) throws IOException, ConfigurationException {
    return new SettingsReader(Settings.DEFAULTS).file(file(toml)).settings();
  }

  private Path file(String toml) throws IOException {
    return Files.writeString(directory.resolve("spamwatch.toml"), toml);
  }

  @Test
  void nothingSetIsEveryDefault() {
    assertThat(Settings.DEFAULTS.value(PortSetting.HTTP_LISTEN))
        .isEqualTo(new ListenAddress("127.0.0.1", 11780));
    assertThat(Settings.DEFAULTS.value(Setting.OVERLAY_LISTEN).port()).isEqualTo(9460);
    assertThat(Settings.DEFAULTS.value(Setting.OVERLAY_BOOTSTRAP)).isEmpty();
    assertThat(Settings.DEFAULTS.value(Setting.CHECK_VOTES)).isEqualTo(1);
  }

  @Test
  void everyKeyIsUniqueAndItsEffectIsTold() {
    assertThat(SettingTable.BY_KEY.values()).extracting(Setting::key).doesNotHaveDuplicates();
    assertThat(SettingTable.BY_KEY.values())
        .allSatisfy(setting -> assertThat(setting.effect()).isNotBlank());
  }

  @Test
  void tablesDottedKeysAndInlineTablesAreRead() throws Exception {
    Settings settings =
        read(
            """
            overlay.bootstrap = ["a.example:9460", "[::1]:9461"]
            check = { votes = 3, ttl = 2 }
            [http]
            listen = "127.0.0.1:0"
            read-timeout = "500 s"
            """);
    assertThat(settings.value(Setting.OVERLAY_BOOTSTRAP))
        .containsExactly(new Endpoint("a.example", 9460), new Endpoint("::1", 9461));
    assertThat(settings.value(Setting.CHECK_VOTES)).isEqualTo(3);
    assertThat(settings.value(Setting.CHECK_TTL)).hasValue(2);
    assertThat(settings.value(PortSetting.HTTP_LISTEN).port()).isZero();
    assertThat(settings.value(PortSetting.HTTP_READ_TIMEOUT)).isEqualTo(Duration.ofSeconds(500));
  }

  @Test
  void aPairOverridesTheFile() throws Exception {
    Settings settings =
        new SettingsReader(Settings.DEFAULTS)
            .file(file("check.votes = 3"))
            .pair("check.votes=5")
            .pair("overlay.bootstrap=a:1, b:2")
            .pair("votes.daily-quota=0")
            .settings();
    assertThat(settings.value(Setting.CHECK_VOTES)).isEqualTo(5);
    assertThat(settings.value(Setting.OVERLAY_BOOTSTRAP)).hasSize(2);
  }

  @Test
  void rateLimitsAreReadAsTheyAreShown() throws Exception {
    Settings settings =
        read(
            """
            [ratelimit]
            limits = ["recipients 100/1h unique=recipient key=user", "a 7/90s counts=attempts over=flag"]
            """);
    assertThat(settings.value(RateLimitSetting.LIMITS))
        .extracting(Object::toString)
        .containsExactly(
            "recipients 100/1h unique=recipient key=user counts=successes over=defer",
            "a 7/90s counts=attempts over=flag");
    assertThatThrownBy(() -> read("ratelimit.limits = [\"a 1/1h\", \"a 2/1h\"]"))
        .hasMessageContaining("allowed is a list");
  }

  @Test
  void aWrongValueNamesFileLineKeyValueAndWhatIsAllowed() {
    assertThatThrownBy(() -> read("# head\n[http]\nthreads = 0\n"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            directory.resolve("spamwatch.toml") + ":3: http.threads = 0: allowed is 2 to 256");
  }

  @Test
  void anUnknownKeySuggestsTheNearestOne() {
    assertThatThrownBy(() -> read("\n[http]\nlisten = \"127.0.0.1:0\"\nthread = 4\n"))
        .hasMessageEndingWith(
            "spamwatch.toml:4: unknown setting http.thread (did you mean http.threads?)");
    assertThatThrownBy(() -> read("\nfoo = 1\n")).hasMessageEndingWith(": unknown setting foo");
  }

  @Test
  void aSecretIsNotRepeatedInAnError() {
    assertThatThrownBy(() -> read("http.token = \"hunter2\"")).message().doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "novalue, allowed is KEY=VALUE",
    "http.threads=abc, allowed is 2 to 256",
    "http.threads=99999999999999, allowed is 2 to 256",
    "http.listen=127.0.0.1, allowed is HOST:PORT",
    "http.listen=127.0.0.1:99999, allowed is HOST:PORT",
    "check.timeout=3, allowed is 100 ms to 1 min",
    "realm.id=abc, allowed is 40 hexadecimal digits",
    "votes.daily-quota=100001, allowed is 0 (no quota) to 100000",
    "trust.share=2, allowed is 0 % to 100 %",
    "trust.share=101 %, allowed is 0 % to 100 %",
    "check.schemes=rabin50, 'allowed is all, random:1 or random:2, or a list of char50, word'",
    "check.look-alikes=no, allowed is true or false",
    "check.schemes=random:3, 'allowed is all, random:1'",
    "trust.sites=some, 'allowed is auto, all, own, or a list'",
    "check.rule=all, 'allowed is trust, own or any'",
    "check.users=ada rule=none, 'a list of at most 1000'",
    "ratelimit.limits=recipients, 'a list of at most 16 such as'",
    "ratelimit.limits=recipients 100, 'a list of at most 16 such as'",
    "ratelimit.limits=recipients 0/1h, 'a list of at most 16 such as'",
    "ratelimit.limits=recipients 5/1000d, 'a list of at most 16 such as'",
    "ratelimit.limits=recipients 5/1h key=user, 'a list of at most 16 such as'",
    "ratelimit.limits=recipients 5/1h unique=user key=user, 'a list of at most 16 such as'",
    "ratelimit.limits=recipients 5/1h over=bounce, 'a list of at most 16 such as'",
    "ratelimit.max-megabytes=0, allowed is 1 to 4096",
    "log.level=loud, 'allowed is error, warn, info or debug'",
    "htpp.listen=1:1, did you mean http.listen?",
  })
  void aWrongPairIsOneLine(String pair, String message) {
    SettingsReader reader = new SettingsReader(Settings.DEFAULTS);
    assertThatThrownBy(() -> reader.pair(pair))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("--set")
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void whatIsNotTomlNamesTheLine() {
    assertThatThrownBy(() -> read("check.votes = 1\n[http\n"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("spamwatch.toml:2: not TOML");
  }

  @Test
  void aMissingBinaryOrHugeFileIsOneLine() throws IOException {
    SettingsReader reader = new SettingsReader(Settings.DEFAULTS);
    assertThatThrownBy(() -> reader.file(directory.resolve("none.toml")))
        .hasMessageEndingWith("none.toml: no such configuration file");
    Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xFF, 0, 1});
    assertThatThrownBy(() -> reader.file(binary)).hasMessageContaining("not UTF-8");
    Path huge = Files.write(directory.resolve("huge"), new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> reader.file(huge)).hasMessageContaining("longer than");
    assertThatThrownBy(() -> reader.file(directory)).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void differencesNameWhatChanged() throws Exception {
    Settings changed = read("check.votes = 2\nhttp.threads = 3\n");
    assertThat(Settings.DEFAULTS.differences(changed))
        .isEqualTo(List.of(PortSetting.HTTP_THREADS, Setting.CHECK_VOTES));
    assertThat(Setting.CHECK_VOTES.reloadable()).isTrue();
    assertThat(PortSetting.HTTP_THREADS.reloadable()).isFalse();
  }
}
