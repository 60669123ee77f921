package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.http.Json.BadJsonException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Feature vectors in JSON, the list {@code "vectors"} of an object, one a scheme:
 *
 * <pre>
 * {"vectors": [{"scheme": "char50", "wholeText": false, "features": ["40 hex digits", ...]}]}
 * </pre>
 */
final class VectorsJson {
  private VectorsJson() {}

  static void write(List<FeatureVector> vectors, ObjectNode json) {
    ArrayNode list = json.putArray("vectors");
    for (FeatureVector vector : vectors) {
      ObjectNode element = list.addObject().put("scheme", vector.scheme().label());
      element.put("wholeText", vector.wholeText());
      ArrayNode features = element.putArray("features");
      vector.keys().forEach(key -> features.add(key.toString()));
    }
  }

  static List<FeatureVector> read(JsonNode json) throws BadJsonException {
    List<FeatureVector> vectors = new ArrayList<>();
    Set<Scheme> seen = EnumSet.noneOf(Scheme.class);
    for (JsonNode element : Json.array(json, "vectors", Vote.MAX_DIGESTS)) {
      Scheme scheme = Scheme.ofLabel(Json.text(element, "scheme")).orElse(null);
      if (scheme == null) {
        throw new BadJsonException("\"scheme\" is none that this peer knows");
      }
      if (!seen.add(scheme)) {
        throw new BadJsonException("scheme " + scheme.label() + " occurs twice");
      }
      JsonNode wholeText = element.path("wholeText");
      if (!wholeText.isMissingNode() && !wholeText.isBoolean()) {
        throw new BadJsonException("\"wholeText\" is not true or false");
      }
      List<Id> features = Json.ids(element, "features", FeatureVector.MAX_SIZE);
      vectors.add(vector(scheme, wholeText.asBoolean(false), features));
    }
    return vectors;
  }

  private static FeatureVector vector(Scheme scheme, boolean wholeText, List<Id> features)
      throws BadJsonException {
    try {
      return new FeatureVector(scheme, wholeText, features);
    } catch (IllegalArgumentException e) {
      throw new BadJsonException(String.valueOf(e.getMessage()));
    }
  }
}
