package org.spamwatch.overlay.node;

/** What part a node takes in the overlay. */
public enum Role {
  /** Found out at the start: others are asked whether they can reach this node. */
  AUTO,
  /** Routes, and is the root of keys: others must be able to reach it. */
  MEMBER,
  /** Routes through a member that is its host; nobody needs to be able to reach it. */
  CLIENT
}
