package org.spamwatch.agent.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.SigningKey;

/** A key on its way to another device. */
class WrappedKeyTest {
  private static final String TOKEN = "0123456789abcdef".repeat(4);
  private static final WrappedKey.Holder HOLDER =
      new WrappedKey.Holder(Id.ofHex("aa"), Id.ofHex("01"), "Zo\u00eb");

  /** The test vector of docs/protocol.md, which WebCrypto opens too. */
  private static final String WRAPPED =
      "AQARIjNEVWZ3iJmqu8zd7v+goKCgoKCgoKCgoKBXzDQcpvny5qyy0Jsxog/+eT+b"
          + "eBq2XfXj05bNoywKWQoHzdMg31FYf5zZ+PcQHjmupaHBg7nv9AC29xOoZCRq";

  private static SigningKey key() {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    for (int i = 0; i < seed.length; i++) {
      seed[i] = (byte) i;
    }
    return SigningKey.ofSeed(seed);
  }

  private static boolean isKey(SigningKey opened) {
    return opened.toPem().equals(key().toPem());
  }

  @Test
  void theLayoutIsTheDocumentedOne() throws Exception {
    byte[] random = HexFormat.of().parseHex("00112233445566778899aabbccddeeff" + "a0".repeat(12));
    assertThat(WrappedKey.wrap(key(), TOKEN, HOLDER, random)).isEqualTo(WRAPPED);
    assertThat(isKey(WrappedKey.open(WRAPPED, TOKEN, HOLDER))).isTrue();
  }

  @Test
  void noTwoAreAlikeAndEachOpens() throws Exception {
    String first = WrappedKey.wrap(key(), TOKEN, HOLDER);
    assertThat(first).isNotEqualTo(WrappedKey.wrap(key(), TOKEN, HOLDER)).hasSize(124);
    assertThat(isKey(WrappedKey.open(first, TOKEN, HOLDER))).isTrue();
  }

  @Test
  void whatIsChangedOrAnothersDoesNotOpen() {
    byte[] bytes = Base64.getDecoder().decode(WRAPPED);
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      assertClosed(Base64.getEncoder().encodeToString(changed), TOKEN, HOLDER);
    }
    assertClosed(WRAPPED, TOKEN.replace('0', '1'), HOLDER);
    assertClosed(WRAPPED, TOKEN, new WrappedKey.Holder(HOLDER.realm(), HOLDER.site(), "Zoe"));
    assertClosed(
        WRAPPED, TOKEN, new WrappedKey.Holder(HOLDER.site(), HOLDER.realm(), HOLDER.user()));
    for (String text : new String[] {"", "AQ==", "?", "AAAA", WRAPPED.substring(0, 40)}) {
      assertClosed(text, TOKEN, HOLDER);
    }
  }

  private static void assertClosed(String wrapped, String token, WrappedKey.Holder holder) {
    assertThatThrownBy(() -> WrappedKey.open(wrapped, token, holder))
        .isInstanceOf(KeyException.class)
        .message()
        .doesNotContain("\n");
  }
}
