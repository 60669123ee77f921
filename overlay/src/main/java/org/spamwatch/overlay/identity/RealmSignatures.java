package org.spamwatch.overlay.identity;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.spamwatch.overlay.Calendar;
import org.spamwatch.overlay.Id;

/**
 * Ed25519 signatures of the nodes of one realm. What was found genuine is remembered: a check costs
 * less than a tenth of a millisecond, a remembered one next to nothing. Not thread-safe.
 */
public final class RealmSignatures implements Signatures {
  /** How far clocks may differ before a membership is taken for expired or not yet valid. */
  public static final long SKEW_MILLIS = Calendar.SKEW_MILLIS;

  private final SigningKey own;
  private final Realm realm;
  private final Map<Statement, Boolean> genuine;
  private final Map<Member, Boolean> members;
  private final Revocations revocations;
  private Optional<Membership> membership;
  private long checks;

  private record Member(VerifyingKey key, Membership membership) {}

  private static final class Statement {
    private final byte[] bytes;
    private final Proof proof;

    Statement(byte[] bytes, Proof proof) {
      this.bytes = bytes;
      this.proof = proof;
    }

    @Override
    public boolean equals(Object object) {
      return object instanceof Statement other
          && proof.equals(other.proof)
          && Arrays.equals(bytes, other.bytes);
    }

    @Override
    public int hashCode() {
      return proof.hashCode();
    }
  }

  /**
   * The signatures of one node.
   *
   * @param membership that the node belongs to the realm; a closed one needs it
   * @param remembered statements found genuine that are remembered at most
   */
  public RealmSignatures(
      SigningKey own, Realm realm, Optional<Membership> membership, int remembered) {
    this.own = own;
    this.realm = realm;
    this.membership = membership;
    this.revocations = realm.isClosed() ? new Revocations(realm.authority()) : Revocations.none();
    this.genuine = recent(remembered);
    this.members = recent(remembered);
  }

  private static <K> Map<K, Boolean> recent(int capacity) {
    return new LinkedHashMap<>(16, .75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, Boolean> eldest) {
        return size() > capacity;
      }
    };
  }

  /** The authority has given this node a new membership. */
  public void renew(Membership renewed) {
    membership = Optional.of(renewed);
  }

  @Override
  public Id realm() {
    return realm.id();
  }

  @Override
  public Proof sign(byte[] statement) {
    Proof proof = new Proof(own.verifyingKey(), own.sign(statement), membership);
    // This node is the first to hold what it publishes, and need not check its own word.
    genuine.put(new Statement(statement, proof), Boolean.TRUE);
    return proof;
  }

  @Override
  public boolean holds(Id node, byte[] statement, Proof proof, long nowMillis) {
    return proof.key().nodeId().equals(node)
        && isMember(proof, nowMillis)
        && isGenuine(new Statement(statement, proof));
  }

  @Override
  public Revocations revocations() {
    return revocations;
  }

  @Override
  public boolean isMember(Proof proof, long nowMillis) {
    if (realm.authority().isEmpty()) {
      return true;
    }
    if (revocations.sequence() > 0 && revocations.hasNode(proof.key().nodeId())) {
      return false;
    }
    if (proof.membership().isEmpty() || !proof.membership().get().holdsAt(nowMillis, SKEW_MILLIS)) {
      return false;
    }
    Member member = new Member(proof.key(), proof.membership().get());
    if (members.get(member) != null) {
      return true;
    }
    checks++;
    boolean holds = member.membership().isGenuine(realm.authority().get(), member.key());
    if (holds) {
      members.put(member, Boolean.TRUE);
    }
    return holds;
  }

  private boolean isGenuine(Statement statement) {
    if (genuine.get(statement) != null) {
      return true;
    }
    checks++;
    boolean holds = statement.proof.key().verifies(statement.bytes, statement.proof.signature());
    if (holds) {
      genuine.put(statement, Boolean.TRUE);
    }
    return holds;
  }

  /** Signatures computed so far to check those of others. */
  public long checks() {
    return checks;
  }
}
