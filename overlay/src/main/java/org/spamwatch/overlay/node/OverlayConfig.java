package org.spamwatch.overlay.node;

import static com.google.common.base.Preconditions.checkArgument;

import java.time.Duration;

/**
 * How often a node looks after its tables. Every period is jittered by a quarter either way, so
 * that nodes started together do not act together.
 *
 * @param leafSideSize leaves kept on each side; fewer than 4 lose the ring when neighbours fail at
 *     once
 * @param leafExchange how often leaf sets are compared with a leaf; longer leaves wrong roots
 *     standing longer, shorter costs messages
 * @param neighbourPing how long about the two leaves next to this node may be silent before they
 *     are pinged; whoever finds one of them dead tells the others, so this decides how long a dead
 *     root goes unnoticed
 * @param leafPing how often every leaf, and a few entries of the prefix table, are pinged
 * @param rowExchange how often a row of the prefix table is compared with a node of it
 * @param seedLookup how often the node looks itself up through seeds, remembered nodes and a table
 *     entry, which merges rings that formed apart; more often at first: a fifth of it after the
 *     start, then twice as long each time
 * @param lonelyLookup the same while the node knows no other, and when it has just come to know one
 * @param retries how often a transmission to one node is repeated before it is given up; a routed
 *     message is sent four times as often, to the next best node each time
 */
public record OverlayConfig(
    int leafSideSize,
    Duration leafExchange,
    Duration neighbourPing,
    Duration leafPing,
    Duration rowExchange,
    Duration seedLookup,
    Duration lonelyLookup,
    int retries) {
  /** What a peer uses unless told otherwise; measured by the churn experiment. */
  public static final OverlayConfig DEFAULT =
      new OverlayConfig(
          8,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(45),
          Duration.ofMinutes(5),
          Duration.ofSeconds(5),
          3);

  /** Checks the ranges. */
  public OverlayConfig {
    checkArgument(
        leafSideSize >= 1 && leafSideSize <= 30, "leafSideSize %s is not in 1 to 30", leafSideSize);
    checkArgument(retries >= 0 && retries <= 10, "retries %s is not in 0 to 10", retries);
    requirePositive("leafExchange", leafExchange);
    requirePositive("neighbourPing", neighbourPing);
    requirePositive("leafPing", leafPing);
    requirePositive("rowExchange", rowExchange);
    requirePositive("seedLookup", seedLookup);
    requirePositive("lonelyLookup", lonelyLookup);
  }

  private static void requirePositive(String name, Duration period) {
    checkArgument(!period.isZero() && !period.isNegative(), "%s %s is not positive", name, period);
  }
}
