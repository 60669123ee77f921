package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The records as JSON. What strangers send is bounded in size, depth and the length of each string,
 * has no member twice and nothing behind it, and nothing is converted: every problem is a {@link
 * BadJsonException} of one line. Safe for any thread.
 */
public final class ApiJson {
  /**
   * The longest document in bytes that a client may send; the longest that is meaningful, a
   * question with all the probes that four schemes may have, has about 450,000.
   */
  public static final int MAX_BYTES = 512 * 1024;

  private static final int MAX_DEPTH = 8;
  private static final int MAX_NUMBER = 32;
  private static final int MAX_NAME = 64;

  private static final ObjectMapper STRANGERS =
      mapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxDocumentLength(MAX_BYTES)
                      .maxNestingDepth(MAX_DEPTH)
                      .maxNumberLength(MAX_NUMBER)
                      .maxStringLength(MailBody.MAX_PROBES_TEXT)
                      .maxNameLength(MAX_NAME)
                      .build())
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .build());

  private static final ObjectMapper PEERS = mapper(new JsonFactory());

  private ApiJson() {}

  private static ObjectMapper mapper(JsonFactory factory) {
    return JsonMapper.builder(factory)
        .addModule(new Jdk8Module())
        .addModule(new ApiModule())
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
        .withConfigOverride(
            Optional.class,
            override -> override.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SET)))
        .withCoercionConfig(
            LogicalType.Textual,
            config ->
                List.of(
                        CoercionInputShape.Integer,
                        CoercionInputShape.Float,
                        CoercionInputShape.Boolean)
                    .forEach(shape -> config.setCoercion(shape, CoercionAction.Fail)))
        .build();
  }

  /** A record as its bytes in UTF-8. */
  public static byte[] write(Record value) {
    try {
      return PEERS.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of the contract is always writable", e);
    }
  }

  /** A record as a line. */
  public static String line(Record value) {
    try {
      return PEERS.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a record of the contract is always writable", e);
    }
  }

  /** What a peer answered; only the total length is bounded, by the caller. */
  public static <T extends Record> T readAnswer(byte[] body, Class<T> type)
      throws BadJsonException {
    return read(PEERS, body, type);
  }

  /** What a stranger sent. */
  public static <T extends Record> T read(byte[] body, Class<T> type) throws BadJsonException {
    T value = read(STRANGERS, body, type);
    checkCounts(value);
    return value;
  }

  private static <T extends Record> T read(ObjectMapper mapper, byte[] body, Class<T> type)
      throws BadJsonException {
    try {
      T value = mapper.readValue(body, type);
      if (value == null) { // the document is a null
        throw new BadJsonException("the body is not a JSON object");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new BadJsonException(told(e));
    } catch (IOException e) {
      throw new BadJsonException("the body is not JSON");
    }
  }

  private static String told(JsonProcessingException e) {
    Throwable origin = e.getCause() == null ? e : e.getCause();
    if (origin instanceof StreamConstraintsException) {
      return "the JSON is nested too deep, or a text or number is too long";
    }
    if (origin instanceof JsonParseException parse) {
      int line = parse.getLocation() == null ? 1 : parse.getLocation().getLineNr();
      return "the body is not JSON (line " + line + ")";
    }
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      return "the body is not a JSON object";
    }
    return told(mapping);
  }

  private static String told(JsonMappingException e) {
    List<JsonMappingException.Reference> path = e.getPath();
    boolean element = path.get(path.size() - 1).getFieldName() == null;
    JsonMappingException.Reference member = path.get(path.size() - (element ? 2 : 1));
    String name = "\"" + member.getFieldName() + "\" ";
    if (e instanceof ApiModule.Unfit) {
      return name + e.getOriginalMessage();
    }
    if (e instanceof InvalidNullException && !element) {
      return name + "is missing";
    }
    return name + expected((Class<?>) member.getFrom(), member.getFieldName());
  }

  private static String expected(Class<?> record, String name) {
    for (RecordComponent component : record.getRecordComponents()) {
      if (component.getName().equals(name)) {
        Count count = component.getAnnotation(Count.class);
        if (count != null) {
          return isNotAList(count);
        }
        String type = component.getGenericType().getTypeName();
        return type.contains("Boolean")
            ? "is not true or false"
            : type.equals("long")
                ? "is not a whole number"
                : type.contains("String") ? "is not a string" : "is not an object";
      }
    }
    throw new IllegalStateException(record + " has no " + name);
  }

  private static String isNotAList(Count count) {
    return "is not a list of " + count.least() + " to " + count.most();
  }

  private static void checkCounts(Record value) throws BadJsonException {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      Object member = member(value, component);
      Count count = component.getAnnotation(Count.class);
      if (count != null
          && member instanceof List<?> list
          && (list.size() < count.least() || list.size() > count.most())) {
        throw new BadJsonException("\"" + component.getName() + "\" " + isNotAList(count));
      }
      List<?> inside = member instanceof List<?> list ? list : Arrays.asList(member);
      for (Object element : inside) {
        if (element instanceof Record inner) {
          checkCounts(inner);
        }
      }
    }
  }

  private static Object member(Record value, RecordComponent component) {
    try {
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a record's accessor cannot be called", e);
    }
  }
}
