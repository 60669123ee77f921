package org.spamwatch.agent.summary;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.overlay.Id;

/**
 * What stands announced: messages, the vectors of each, and of each vector the peers that announce
 * it, which are its <em>claims</em>. A message that several peers announce is held once, and so is
 * each of its vectors. Arrays of numbers throughout. Not thread-safe.
 */
final class AnnouncedTable {
  private final MessageTable messages;
  private final VectorTable vectors;
  private final Origins origins = new Origins();
  private final IntPages messageOf; // by vector, as the next two
  private final IntPages nextVector; // of the same message
  private final IntPages firstClaim;
  private final Places claims;
  private final IntPages originOf; // by claim, as the next two
  private final LongPages quietUntil;
  private final IntPages nextClaim; // of the same vector

  /**
   * Nothing.
   *
   * @param seed of the indexes
   */
  AnnouncedTable(SummaryPages pages, long seed) {
    messageOf = new IntPages(pages);
    nextVector = new IntPages(pages);
    firstClaim = new IntPages(pages);
    claims = new Places(pages);
    originOf = new IntPages(pages);
    quietUntil = new LongPages(pages);
    nextClaim = new IntPages(pages);
    messages = new MessageTable(pages, seed);
    vectors = new VectorTable(pages, ~seed);
  }

  VectorTable vectors() {
    return vectors;
  }

  /**
   * A peer announces a message, in the place of what it announced of it before.
   *
   * @return the vectors that were not held before
   */
  List<Integer> announce(Id origin, Announcement announcement) {
    int number = origins.use(origin); // so that it is the same number whatever is dropped
    int found = messages.find(announcement.guid());
    int message = found == Places.NONE ? messages.add(announcement.guid()) : found;
    List<Integer> added = new ArrayList<>(announcement.vectors().size());
    List<Integer> wanted = new ArrayList<>(announcement.vectors().size());
    for (FeatureVector vector : announcement.vectors()) {
      int place = find(message, vector);
      if (place == Places.NONE) {
        place = add(message, vector);
        added.add(place);
      }
      wanted.add(place);
      claim(place, number);
    }
    for (int place = messages.firstVector(message); place != Places.NONE; ) {
      int next = nextVector.get(place);
      if (!wanted.contains(place)) {
        unclaim(place, number);
      }
      place = next;
    }
    settle(message);
    origins.release(number);
    return added;
  }

  /** Nothing of a message stands announced by a peer any more. */
  void remove(Id origin, Id guid) {
    int number = origins.find(origin);
    int message = messages.find(guid);
    if (number == Places.NONE || message == Places.NONE) {
      return;
    }
    for (int place = messages.firstVector(message); place != Places.NONE; ) {
      int next = nextVector.get(place);
      unclaim(place, number);
      place = next;
    }
    settle(message);
  }

  /** Forgets the vectors of a message that nobody announces any more, and the message. */
  private void settle(int message) {
    int kept = Places.NONE;
    for (int place = messages.firstVector(message); place != Places.NONE; ) {
      int next = nextVector.get(place);
      if (firstClaim.get(place) == Places.NONE) {
        vectors.remove(place);
      } else {
        nextVector.set(place, kept);
        kept = place;
      }
      place = next;
    }
    messages.setFirstVector(message, kept);
    if (kept == Places.NONE) {
      messages.remove(message);
    }
  }

  private int find(int message, FeatureVector vector) {
    int place = messages.firstVector(message);
    while (place != Places.NONE && !vectors.isSame(place, vector)) {
      place = nextVector.get(place);
    }
    return place;
  }

  private int add(int message, FeatureVector vector) {
    int place = vectors.add(vector);
    messageOf.set(place, message);
    firstClaim.set(place, Places.NONE);
    nextVector.set(place, messages.firstVector(message));
    messages.setFirstVector(message, place);
    return place;
  }

  private void claim(int vector, int origin) {
    int claim = firstClaim.get(vector);
    while (claim != Places.NONE && originOf.get(claim) != origin) {
      claim = nextClaim.get(claim);
    }
    if (claim == Places.NONE) {
      claim = claims.take();
      originOf.set(claim, origin);
      origins.use(origins.name(origin));
      quietUntil.set(claim, Long.MIN_VALUE);
      nextClaim.set(claim, firstClaim.get(vector));
      firstClaim.set(vector, claim);
    }
  }

  private void unclaim(int vector, int origin) {
    int before = Places.NONE;
    int claim = firstClaim.get(vector);
    while (claim != Places.NONE && originOf.get(claim) != origin) {
      before = claim;
      claim = nextClaim.get(claim);
    }
    if (claim == Places.NONE) {
      return;
    }
    if (before == Places.NONE) {
      firstClaim.set(vector, nextClaim.get(claim));
    } else {
      nextClaim.set(before, nextClaim.get(claim));
    }
    claims.giveBack(claim);
    origins.release(origin);
  }

  /** The message of a vector, as a number. */
  int message(int vector) {
    return messageOf.get(vector);
  }

  /** The GUID of a message. */
  Id guid(int message) {
    return messages.guid(message);
  }

  /**
   * Who announces a vector, as numbers, but for those whose word is {@linkplain #quieten quiet} at
   * a time.
   */
  List<Integer> heeded(int vector, long nowMicros) {
    List<Integer> all = new ArrayList<>(1);
    for (int claim = firstClaim.get(vector); claim != Places.NONE; claim = nextClaim.get(claim)) {
      if (quietUntil.get(claim) <= nowMicros) {
        all.add(originOf.get(claim));
      }
    }
    return all;
  }

  /** The peer of a number. */
  Id origin(int number) {
    return origins.name(number);
  }

  /** What each peer announces of a message: by the peer's number, its vectors. */
  Map<Integer, List<Integer>> claims(int message) {
    Map<Integer, List<Integer>> all = new TreeMap<>();
    for (int place = messages.firstVector(message); place != Places.NONE; ) {
      for (int claim = firstClaim.get(place); claim != Places.NONE; claim = nextClaim.get(claim)) {
        all.computeIfAbsent(originOf.get(claim), number -> new ArrayList<>(2)).add(place);
      }
      place = nextVector.get(place);
    }
    return all;
  }

  /**
   * What some peers announce of a message is not heeded for a while.
   *
   * @return those of them who announce it and were heeded until now, each once
   */
  Set<Id> quieten(Id guid, List<Id> some, long nowMicros, long untilMicros) {
    Set<Id> heeded = new LinkedHashSet<>(2);
    int message = messages.find(guid);
    int place = message == Places.NONE ? Places.NONE : messages.firstVector(message);
    for (; place != Places.NONE; place = nextVector.get(place)) {
      for (int claim = firstClaim.get(place); claim != Places.NONE; claim = nextClaim.get(claim)) {
        Id origin = origins.name(originOf.get(claim));
        if (some.contains(origin)) {
          if (quietUntil.get(claim) <= nowMicros) {
            heeded.add(origin);
          }
          quietUntil.set(claim, untilMicros);
        }
      }
    }
    return heeded;
  }

  int messageCount() {
    return messages.count();
  }

  int originCount() {
    return origins.count();
  }

  long bytes() {
    return messages.bytes()
        + vectors.bytes()
        + messageOf.bytes()
        + nextVector.bytes()
        + firstClaim.bytes()
        + claims.bytes()
        + originOf.bytes()
        + quietUntil.bytes()
        + nextClaim.bytes();
  }
}
