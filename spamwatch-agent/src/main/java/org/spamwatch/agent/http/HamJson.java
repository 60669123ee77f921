package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Locale;
import org.spamwatch.agent.ham.HamGeneration;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.ham.HamState;

/** What the peer answers about its own-ham filter, in JSON; an interface that others script. */
final class HamJson {
  private HamJson() {}

  /** {@code {"outcome":"learnt","features":210,"changed":180}}. */
  static ObjectNode receipt(HamReceipt receipt) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("outcome", receipt.outcome().name().toLowerCase(Locale.ROOT))
        .put("features", receipt.features())
        .put("changed", receipt.changed());
  }

  /**
   * {@code {"bytes":N,"maxBytes":N,"falsePositiveRate":0.0001,"generations":[{"source":"sent",
   * "start":"2026-01-01T00:00:00Z","mails":N,"features":N,"forgotten":N,"fill":0.31,
   * "falsePositiveRate":0.0001,"bytes":N,"newest":"..."}]}}.
   */
  static ObjectNode state(HamState state) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("bytes", state.bytes()).put("maxBytes", state.maxBytes());
    json.put("falsePositiveRate", state.falsePositives());
    ArrayNode generations = json.putArray("generations");
    for (HamGeneration generation : state.generations()) {
      ObjectNode element = generations.addObject().put("source", generation.source().label());
      element.put("start", Instant.ofEpochMilli(generation.startMillis()).toString());
      element.put("mails", generation.mails()).put("features", generation.features());
      element.put("forgotten", generation.forgotten()).put("fill", generation.fill());
      element.put("falsePositiveRate", generation.falsePositives());
      element.put("bytes", generation.bytes());
      element.put("newest", Instant.ofEpochMilli(generation.newestMillis()).toString());
    }
    return json;
  }
}
