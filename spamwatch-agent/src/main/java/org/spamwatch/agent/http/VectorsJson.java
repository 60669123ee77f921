package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.ham.ProbeKeys;
import org.spamwatch.agent.http.Json.BadJsonException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.ata.fingerprint.FeatureVector;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * Feature vectors in JSON, the list {@code "vectors"} of an object, one a scheme:
 *
 * <pre>
 * {"vectors": [{"scheme": "char50", "wholeText": false, "features": ["40 hex digits", ...],
 *               "probes": "base64"}]}
 * </pre>
 *
 * <p>{@code probes}, which may be left out, are the keys of the mail's probes beside its features:
 * 8 bytes each, up to {@value ProbeKeys#MOST} of them behind each other, in base64. A peer looks
 * them up in what it holds itself. A vote has none.
 */
final class VectorsJson {
  /** The characters of the longest list of probes. */
  static final int MAX_PROBES_TEXT = (ProbeKeys.MOST * FeatureVector.KEY_BYTES + 2) / 3 * 4;

  private VectorsJson() {}

  static void write(MailFeatures mail, ObjectNode json) {
    write(mail.vectors(), json);
    for (JsonNode element : json.path("vectors")) {
      for (ProbeKeys probes : mail.probes()) {
        if (element.path("scheme").asText().equals(probes.scheme().label())
            && !probes.keys().isEmpty()) {
          ((ObjectNode) element).put("probes", base64(probes.keys()));
        }
      }
    }
  }

  private static String base64(List<Id> keys) {
    ByteBuffer bytes = ByteBuffer.allocate(FeatureVector.KEY_BYTES * keys.size());
    keys.forEach(key -> bytes.putLong(key.high()));
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  static void write(List<FeatureVector> vectors, ObjectNode json) {
    ArrayNode list = json.putArray("vectors");
    for (FeatureVector vector : vectors) {
      ObjectNode element = list.addObject().put("scheme", vector.scheme().label());
      element.put("wholeText", vector.wholeText());
      ArrayNode features = element.putArray("features");
      vector.keys().forEach(key -> features.add(key.toString()));
    }
  }

  /** Vectors and their probes. */
  static MailFeatures readWithProbes(JsonNode json) throws BadJsonException {
    List<FeatureVector> vectors = read(json);
    List<ProbeKeys> probes = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      JsonNode text = json.path("vectors").path(i).path("probes");
      if (!text.isMissingNode()) {
        probes.add(new ProbeKeys(vectors.get(i).scheme(), keys(text)));
      }
    }
    return new MailFeatures(vectors, probes);
  }

  private static List<Id> keys(JsonNode text) throws BadJsonException {
    ByteBuffer bytes = ByteBuffer.wrap(bytes(text));
    if (bytes.remaining() % FeatureVector.KEY_BYTES != 0
        || bytes.remaining() > FeatureVector.KEY_BYTES * ProbeKeys.MOST) {
      throw new BadJsonException(
          "\"probes\" are not 0 to "
              + ProbeKeys.MOST
              + " keys of "
              + FeatureVector.KEY_BYTES
              + " bytes");
    }
    List<Id> keys = new ArrayList<>(bytes.remaining() / FeatureVector.KEY_BYTES);
    while (bytes.hasRemaining()) {
      keys.add(FeatureVector.key(bytes.getLong()));
    }
    return keys;
  }

  private static byte[] bytes(JsonNode text) throws BadJsonException {
    try {
      return Base64.getDecoder().decode(text.isTextual() ? text.textValue() : "?");
    } catch (IllegalArgumentException e) {
      throw new BadJsonException("\"probes\" are not base64");
    }
  }

  static List<FeatureVector> read(JsonNode json) throws BadJsonException {
    List<FeatureVector> vectors = new ArrayList<>();
    Set<Scheme> seen = new HashSet<>();
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
