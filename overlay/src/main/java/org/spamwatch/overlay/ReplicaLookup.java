package org.spamwatch.overlay;

import java.util.List;
import java.util.function.Consumer;

/**
 * The nodes about a key, found although some of the nodes on the way lie: what a root alone would
 * have to be trusted for.
 *
 * <p>Not thread-safe: to be called on the node's turn only.
 */
public interface ReplicaLookup {
  /** Nodes that a root names with its word: enough to see how densely they lie. */
  int NAMED = 8;

  /** The nodes closest to a key that this node knows, itself among them, to be told to others. */
  List<Contact> named(Id key);

  /**
   * Whether a node that says to be the root of a key, and whom it names as the nodes closest to the
   * key, agree with how densely nodes lie about this one. One that is not the closest of those it
   * names is not plausible.
   *
   * @param named at most {@link #NAMED} are looked at
   */
  boolean isPlausible(Id key, Contact root, List<Contact> named);

  /**
   * Looks for the nodes closest to a key: over several first hops, and believing only nodes that
   * answer for themselves. Costs two or three routes and four to eight questions, more where liars
   * answer.
   *
   * @param found told once, on a later turn, within two seconds: the closest first, at most {@link
   *     #NAMED}, this node among them where it belongs. Empty only at a client whom nobody answers.
   */
  void find(Id key, Consumer<List<Contact>> found);

  /**
   * Finds the nodes closest to a key by twice as many ways, half of them in person from the start:
   * for what is lost if all that are found lie. Costs some 40 messages more.
   */
  default void findThoroughly(Id key, Consumer<List<Contact>> found) {
    find(key, found);
  }
}
