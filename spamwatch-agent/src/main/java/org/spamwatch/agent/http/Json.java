package org.spamwatch.agent.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.overlay.Id;

/**
 * Reads JSON from strangers: bounded in size, depth and the length of each string, no member twice,
 * nothing behind the value. Every problem is a {@link BadJsonException} of one line.
 */
final class Json {
  /**
   * The longest document in bytes; the longest that is meaningful, a question with all the probes
   * that four schemes may have, has about 450,000.
   */
  static final int MAX_BYTES = 512 * 1024;

  /** The longest string: the probes of one scheme. */
  private static final int MAX_STRING = VectorsJson.MAX_PROBES_TEXT;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxDocumentLength(MAX_BYTES)
                          .maxNestingDepth(8)
                          .maxNumberLength(32)
                          .maxStringLength(MAX_STRING)
                          .maxNameLength(64)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final ObjectMapper TRUSTED = new ObjectMapper();

  private Json() {}

  /** What was sent is not the JSON that is wanted. */
  static final class BadJsonException extends Exception {
    private static final long serialVersionUID = 1L;

    BadJsonException(String message) {
      super(message);
    }
  }

  static ObjectNode read(byte[] body) throws BadJsonException {
    try {
      if (MAPPER.readTree(body) instanceof ObjectNode object) {
        return object;
      }
      throw new BadJsonException("the body is not a JSON object");
    } catch (StreamConstraintsException e) {
      throw new BadJsonException("the JSON is nested too deep, or a text or number is too long");
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new BadJsonException("the body is not JSON (line " + line + ")");
    } catch (IOException e) {
      throw new BadJsonException("the body is not JSON");
    }
  }

  /**
   * Reads what this program's own peer answered; only the total length is bounded, by the caller.
   */
  static ObjectNode readAnswer(byte[] body) throws BadJsonException {
    try {
      if (TRUSTED.readTree(body) instanceof ObjectNode object) {
        return object;
      }
    } catch (IOException e) {
      throw new BadJsonException("the answer is not JSON");
    }
    throw new BadJsonException("the answer is not a JSON object");
  }

  static byte[] write(ObjectNode json) {
    try {
      return TRUSTED.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON nodes is always writable", e);
    }
  }

  static JsonNode member(JsonNode object, String name) throws BadJsonException {
    JsonNode member = object.get(name);
    if (member == null || member.isNull()) {
      throw new BadJsonException("\"" + name + "\" is missing");
    }
    return member;
  }

  static String text(JsonNode object, String name) throws BadJsonException {
    JsonNode member = member(object, name);
    if (!member.isTextual()) {
      throw new BadJsonException("\"" + name + "\" is not a string");
    }
    return member.textValue();
  }

  static long number(JsonNode object, String name) throws BadJsonException {
    JsonNode member = member(object, name);
    if (!member.isIntegralNumber() || !member.canConvertToLong()) {
      throw new BadJsonException("\"" + name + "\" is not a whole number");
    }
    return member.longValue();
  }

  static Id id(String name, JsonNode member) throws BadJsonException {
    String text = member.isTextual() ? member.textValue() : "";
    if (!text.matches("[0-9a-fA-F]{40}")) {
      throw new BadJsonException("\"" + name + "\" is not 40 hexadecimal digits");
    }
    return Id.ofHex(text);
  }

  static List<Id> ids(JsonNode object, String name, int most) throws BadJsonException {
    List<Id> ids = new ArrayList<>();
    for (JsonNode element : array(object, name, most)) {
      ids.add(id(name, element));
    }
    return ids;
  }

  static JsonNode array(JsonNode object, String name, int most) throws BadJsonException {
    JsonNode member = member(object, name);
    if (!member.isArray() || member.isEmpty() || member.size() > most) {
      throw new BadJsonException("\"" + name + "\" is not a list of 1 to " + most);
    }
    return member;
  }
}
