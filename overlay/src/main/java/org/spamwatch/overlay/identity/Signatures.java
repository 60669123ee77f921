package org.spamwatch.overlay.identity;

import org.spamwatch.overlay.Id;

/**
 * A node's signatures: makes its own and checks those of others. A peer uses {@link
 * RealmSignatures}; a simulation of thousands of nodes may use {@link SharedSecretSignatures}. Not
 * thread-safe.
 */
public interface Signatures {
  /** The realm in which this node signs: a statement names it, or it would count in any other. */
  Id realm();

  /** The proof that this node makes a statement. */
  Proof sign(byte[] statement);

  /**
   * Whether a node has made a statement and belongs to this node's realm.
   *
   * @param node the id of whoever is said to have made it
   * @param nowMillis the present, in milliseconds since the epoch
   */
  boolean holds(Id node, byte[] statement, Proof proof, long nowMillis);

  /**
   * Whether whoever gave a proof belongs to this node's realm at a time; the statement is not
   * looked at. For a proof that {@link #holds} has found good before.
   */
  boolean isMember(Proof proof, long nowMillis);
}
