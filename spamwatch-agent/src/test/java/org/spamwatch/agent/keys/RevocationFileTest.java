package org.spamwatch.agent.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.RevocationList;
import org.spamwatch.overlay.identity.SigningKey;

class RevocationFileTest {
  private static final SigningKey AUTHORITY = SigningKey.ofSeed(seed());
  private static final Id NODE = Id.ofHex("aa");
  private static final Id VOTER = Id.ofHex("bb");

  private final Path file;

  RevocationFileTest(@TempDir Path directory) {
    file = directory.resolve("list");
  }

  private static byte[] seed() {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    Arrays.fill(seed, (byte) 5);
    return seed;
  }

  private static RevocationFile of(List<Id> nodes, List<Id> voters) {
    return new RevocationFile(
        AUTHORITY.verifyingKey(),
        RevocationList.issue(AUTHORITY, 7, 1_700_000_000_000L, nodes, voters));
  }

  private void refused(String text, String reason) throws Exception {
    Files.writeString(file, text);
    assertThatExceptionOfType(KeyException.class)
        .isThrownBy(() -> RevocationFile.read(file))
        .withMessageStartingWith(file.toString())
        .withMessageContaining(reason)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    assertThat(RevocationFile.read(file)).isEmpty();
    RevocationFile one = of(List.of(NODE), List.of(VOTER));
    one.write(file);
    assertThat(RevocationFile.read(file)).contains(one);
    assertThat(Files.readString(file))
        .startsWith(
            "spamwatch-revocations-v1 " + AUTHORITY.verifyingKey() + " 7 2023-11-14T22:13:20Z ")
        .endsWith("\nnode " + NODE + "\nvoter " + VOTER + "\n");
    SplittableRandom random = new SplittableRandom(1);
    List<Id> most = new ArrayList<>();
    for (int i = 0; i < RevocationList.MAX_ENTRIES; i++) {
      most.add(Id.random(random));
    }
    RevocationFile full = of(most, List.of());
    full.write(file);
    assertThat(RevocationFile.read(file)).contains(full);
  }

  @Test
  void anythingElseIsOneClearLine() throws Exception {
    of(List.of(NODE), List.of(VOTER)).write(file);
    String text = Files.readString(file);
    refused("", "no revocation list");
    refused("hello\n", "no revocation list");
    refused(text.replace("voter " + VOTER + "\n", ""), "signature does not hold");
    refused(text.replace(" 7 ", " 8 "), "signature does not hold");
    refused(text.replace(" 7 ", " x "), "no revocation list");
    refused(text.replace(" 7 ", " -7 "), "numbered from 1");
    refused(text.replace("node ", "nod "), "line 2");
    refused(text.replace("bb00", "xx00"), "line 3");
    refused(text.replace("2023", "a"), "no revocation list");
    refused("x".repeat(70_000), "longer than");
  }
}
