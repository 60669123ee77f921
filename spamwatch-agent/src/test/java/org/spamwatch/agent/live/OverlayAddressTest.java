package org.spamwatch.agent.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.spamwatch.agent.config.ListenAddress;
import org.spamwatch.agent.config.Setting;
import org.spamwatch.agent.config.Settings;
import org.spamwatch.overlay.Endpoint;

class OverlayAddressTest {
  private static String of(Settings settings) {
    return OverlayAddress.of(settings, false).toString();
  }

  private static Settings through(String host) {
    return Settings.DEFAULTS.with(Setting.OVERLAY_BOOTSTRAP, List.of(new Endpoint(host, 9460)));
  }

  @Test
  void anOpenRealmIsThisHostsUntilTheOperatorSaysOtherwise() {
    assertThat(of(Settings.DEFAULTS)).isEqualTo("127.0.0.1:9460");
    for (String here : List.of("localhost", "LOCALHOST", "127.0.0.1", "127.8.8.8", "::1")) {
      assertThat(of(through(here))).as(here).isEqualTo("127.0.0.1:9460");
    }
    for (String elsewhere : List.of("mail.example.org", "192.0.2.7", "2001:db8::1")) {
      assertThat(of(through(elsewhere))).as(elsewhere).isEqualTo("0.0.0.0:9460");
    }
    assertThat(OverlayAddress.of(Settings.DEFAULTS, true)).hasToString("0.0.0.0:9460");
  }

  @Test
  void whatTheOperatorSaysStands() {
    Settings asked =
        through("mail.example.org")
            .with(Setting.OVERLAY_LISTEN, ListenAddress.parse("127.0.0.1:9460"));
    assertThat(of(asked)).isEqualTo("127.0.0.1:9460");
    assertThat(OverlayAddress.of(asked, true)).hasToString("127.0.0.1:9460");
  }
}
