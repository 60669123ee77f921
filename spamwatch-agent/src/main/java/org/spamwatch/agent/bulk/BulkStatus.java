package org.spamwatch.agent.bulk;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a peer has counted and been told.
 *
 * @param mails counted for somebody since the start
 * @param features different ones seen in the current period, about
 * @param capacity of a period
 * @param published different features that others are told of
 * @param publishedCapacity how many that may be
 * @param sites others whose counts are held
 * @param full features of people, or features to be told, for which there was no room since the
 *     start
 * @param bytes of memory for all of it
 * @param period the number of the current one
 * @param threshold from which on mail is bulk
 * @param refused what others told that was not taken since the start, by why
 */
public record BulkStatus(
    long mails,
    long features,
    int capacity,
    long published,
    int publishedCapacity,
    int sites,
    long full,
    long bytes,
    long period,
    int threshold,
    Map<String, Long> refused) {
  /** Copies the map. */
  public BulkStatus {
    refused = new TreeMap<>(refused);
  }
}
