package org.spamwatch.overlay.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.identity.Revocations.Taken;

class RevocationsTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final SigningKey AUTHORITY = key(1);
  private static final SigningKey OTHER = key(2);
  private static final SigningKey MEMBER = key(3);
  private static final Realm REALM = Realm.closed(AUTHORITY.verifyingKey());
  private static final Id A = Id.ofHex("aa");
  private static final Id B = Id.ofHex("bb");
  private static final Id C = Id.ofHex("cc");

  private final Revocations revocations = new Revocations(REALM.authority());

  private static SigningKey key(int fill) {
    byte[] seed = new byte[SigningKey.SEED_BYTES];
    Arrays.fill(seed, (byte) fill);
    return SigningKey.ofSeed(seed);
  }

  private static RevocationList list(SigningKey by, long sequence, List<Id> nodes) {
    return RevocationList.issue(by, sequence, NOW, nodes, List.of(C));
  }

  @Test
  void whatIsSignedKeepsItsBytes() {
    byte[] signed = RevocationList.signedBytes(5, NOW, List.of(A, B), List.of(C));
    String tag =
        HexFormat.of().formatHex("spamwatch-revocations-v1".getBytes(StandardCharsets.US_ASCII));
    assertThat(HexFormat.of().formatHex(signed))
        .isEqualTo(tag + "0000000000000005" + "0000018bcfe56800" + "0002" + A + B + "0001" + C);
  }

  @Test
  void onlyANewerListOfTheAuthorityComesIntoForce() {
    assertThat(revocations.take(list(OTHER, 9, List.of(A)))).isEqualTo(Taken.FORGED);
    assertThat(revocations.hasNode(A)).isFalse();
    RevocationList second = list(AUTHORITY, 2, List.of(A, B));
    assertThat(revocations.take(second)).isEqualTo(Taken.NEWER);
    assertThat(revocations.hasNode(A) && revocations.hasNode(B)).isTrue();
    assertThat(revocations.hasNode(C)).isFalse();
    assertThat(revocations.hasVoter(C)).isTrue();
    assertThat(revocations.take(second)).isEqualTo(Taken.OLD);
    assertThat(revocations.take(list(AUTHORITY, 1, List.of()))).isEqualTo(Taken.OLD);
    assertThat(revocations.newest()).contains(second);
    assertThat(revocations.take(list(AUTHORITY, 3, List.of(B)))).isEqualTo(Taken.NEWER);
    assertThat(revocations.hasNode(A)).isFalse();
    assertThat(revocations.sequence()).isEqualTo(3);
  }

  @Test
  void noFieldOfAListCanBeChanged() {
    RevocationList genuine = list(AUTHORITY, 2, List.of(A, B));
    byte[] signature = genuine.signature();
    for (RevocationList changed :
        List.of(
            new RevocationList(3, NOW, genuine.nodes(), genuine.voters(), signature),
            new RevocationList(2, NOW + 1, genuine.nodes(), genuine.voters(), signature),
            new RevocationList(2, NOW, List.of(A), genuine.voters(), signature),
            new RevocationList(2, NOW, List.of(A, B, C), List.of(), signature),
            new RevocationList(2, NOW, List.of(A), List.of(B, C), signature))) {
      assertThat(revocations.take(changed)).as("%s", changed).isEqualTo(Taken.FORGED);
    }
    assertThat(revocations.take(genuine)).isEqualTo(Taken.NEWER);
  }

  @Test
  void anOpenRealmHasNoRevocations() {
    assertThat(Revocations.none().take(list(AUTHORITY, 1, List.of(A)))).isEqualTo(Taken.FORGED);
    assertThat(Revocations.none().hasNode(A)).isFalse();
  }

  @Test
  void nothingOfARevokedNodeHoldsUntilItIsTakenBack() {
    Membership membership =
        Membership.issue(AUTHORITY, MEMBER.verifyingKey(), NOW, NOW + 1_000_000);
    RealmSignatures member = new RealmSignatures(MEMBER, REALM, Optional.of(membership), 10);
    RealmSignatures holder = new RealmSignatures(OTHER, REALM, Optional.empty(), 10);
    byte[] statement = {1, 2, 3};
    Proof proof = member.sign(statement);
    Id node = MEMBER.nodeId();
    assertThat(holder.holds(node, statement, proof, NOW)).isTrue();
    holder.revocations().take(list(AUTHORITY, 1, List.of(node)));
    assertThat(holder.holds(node, statement, proof, NOW)).isFalse();
    assertThat(holder.isMember(proof, NOW)).isFalse();
    holder.revocations().take(list(AUTHORITY, 2, List.of()));
    assertThat(holder.holds(node, statement, proof, NOW)).isTrue();
  }

  @Test
  void aListIsBoundedAscendingAndNumberedFromOne() {
    SplittableRandom random = new SplittableRandom(1);
    List<Id> ids = new ArrayList<>();
    for (int i = 0; i < RevocationList.MAX_ENTRIES; i++) {
      ids.add(Id.random(random));
    }
    RevocationList full =
        RevocationList.issue(AUTHORITY, 1, NOW, ids.subList(0, 300), ids.subList(300, 700));
    assertThat(full.isGenuine(AUTHORITY.verifyingKey())).isTrue();
    ids.add(Id.random(random));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RevocationList.issue(AUTHORITY, 1, NOW, ids, List.of()))
        .withMessageContaining("at most 700");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RevocationList(1, NOW, List.of(B, A), List.of(), new byte[64]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RevocationList(1, NOW, List.of(A, A), List.of(), new byte[64]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RevocationList(0, NOW, List.of(), List.of(), new byte[64]));
    assertThat(list(AUTHORITY, 1, List.of(B, A, B)).nodes()).containsExactly(A, B);
  }
}
