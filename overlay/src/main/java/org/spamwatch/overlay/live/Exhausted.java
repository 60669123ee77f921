package org.spamwatch.overlay.live;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process whose Java has nothing left to run on. After an {@link OutOfMemoryError} any state
 * may be half changed, and a peer that goes on takes votes it cannot keep; whoever watches over the
 * process starts it again.
 */
final class Exhausted {
  /** How such a process exits: a fault of the program, as sysexits(3) has it. */
  public static final int EXIT_CODE = 70;

  private static final Logger log = LoggerFactory.getLogger(Exhausted.class);

  private Exhausted() {}

  /**
   * Ends the process, with one line, if a failure is one of the Java machine: memory, or a fault of
   * its own. Too deep a recursion is none: that ends with the call.
   */
  public static void endIf(Throwable failure) {
    if (failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError)) {
      try {
        log.error(
            "this Java can go on no longer: {}; give the peer a larger heap (-Xmx)",
            failure.toString());
      } finally {
        Runtime.getRuntime().halt(EXIT_CODE);
      }
    }
  }
}
