package org.spamwatch.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.spamwatch.overlay.Id;

/** Reads the peer's explanation and adds what only the user's own copy of the mail tells. */
final class ExplainJson {
  private ExplainJson() {}

  /** The keys in a list; what is none is passed over. */
  static Set<Id> keys(JsonNode list) {
    Set<Id> keys = new LinkedHashSet<>();
    for (JsonNode element : list) {
      String text = element.asText();
      if (text.matches("[0-9a-fA-F]{40}")) {
        keys.add(Id.ofHex(text));
      }
    }
    return keys;
  }

  /**
   * Whose vote it is, as far as the peer says: {@code " of site SITE"}, and how much it weighs, or
   * that it counts as one's own people's. The own ones may be of any peer of an open realm.
   */
  static String standing(JsonNode vote) {
    if (!vote.has("site")) {
      return "";
    }
    String site = " of site " + vote.path("site").asText();
    return vote.path("own").asBoolean()
        ? site + ", one's own people (trust.sites)"
        : site + String.format(Locale.ROOT, ", weight %.2f", vote.path("weight").asDouble());
  }

  /** Votes by day (UTC), such as {@code 3 spam, 1 ham}; the first day first. */
  static Map<String, String> byDay(JsonNode voters) {
    Map<String, int[]> counts = new TreeMap<>();
    for (JsonNode vote : voters) {
      String day = Instant.ofEpochMilli(vote.path("time").asLong()).toString().split("T", 2)[0];
      int[] count = counts.computeIfAbsent(day, d -> new int[2]);
      count[0] += vote.path("verdict").asText().equals("spam") ? 1 : 0;
      count[1] += vote.path("verdict").asText().equals("ham") ? 1 : 0;
    }
    Map<String, String> lines = new TreeMap<>();
    counts.forEach((day, count) -> lines.put(day, count[0] + " spam, " + count[1] + " ham"));
    return lines;
  }

  /**
   * The peer's JSON with {@code "text":[{"from":N,"length":N,"text":"..."}]} in each match, and
   * {@code "ownHamText"} for what counts for nothing.
   */
  static ObjectNode withText(ObjectNode answer, SharedText shared) {
    for (JsonNode match : answer.path("matches")) {
      if (match instanceof ObjectNode object) {
        write(shared, keys(match.path("features")), object.putArray("text"));
      }
    }
    write(shared, keys(answer.path("ownHam")), answer.putArray("ownHamText"));
    return answer;
  }

  private static void write(SharedText shared, Set<Id> keys, ArrayNode array) {
    for (SharedText.Stretch stretch : shared.of(keys)) {
      array
          .addObject()
          .put("from", stretch.from())
          .put("length", stretch.length())
          .put("text", stretch.text());
    }
  }
}
