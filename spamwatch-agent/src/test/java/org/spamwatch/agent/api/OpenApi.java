package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;

/**
 * The contract as an OpenAPI document: paths from {@link Operation}, schemas from the records, and
 * what is said of a member from the record's own Javadoc.
 */
public final class OpenApi {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String SCHEMAS = "#/components/schemas/";
  private static final Path SOURCES =
      Path.of("src", "main", "java", "org", "spamwatch", "agent", "api");

  private final Map<String, ObjectNode> schemas = new TreeMap<>();
  private final boolean closed;

  /**
   * A document yet to be written.
   *
   * @param closed whether members that the records do not have are no part of it; else they are
   *     left to later versions
   */
  private OpenApi(boolean closed) {
    this.closed = closed;
  }

  /** The document. */
  static String document() throws IOException {
    return new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .writeValueAsString(new OpenApi(false).write())
        + "\n";
  }

  /** The document as it is if no member is left to later versions. */
  public static JsonNode closed() throws IOException {
    return new OpenApi(true).write();
  }

  /**
   * What in an answer is not as a document says.
   *
   * @param request method and path
   */
  public static List<String> misfits(JsonNode document, String request, int status, String answer)
      throws IOException {
    JsonNode operation =
        document
            .path("paths")
            .path(request.split(" ", 2)[1])
            .path(request.split(" ", 2)[0].toLowerCase(Locale.ROOT));
    JsonNode schema =
        operation
            .path("responses")
            .path(Integer.toString(status))
            .path("content")
            .path("application/json")
            .path("schema");
    if (schema.isMissingNode()) {
      return List.of(request + " does not answer " + status);
    }
    ObjectNode whole = schema.deepCopy();
    whole.set("components", document.path("components"));
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(whole)
        .validate(new ObjectMapper().readTree(answer))
        .stream()
        .map(Object::toString)
        .toList();
  }

  private ObjectNode write() throws IOException {
    ObjectNode document = JSON.objectNode().put("openapi", "3.1.0");
    document
        .putObject("info")
        .put("title", "SpamWatch peer")
        .put("version", "1")
        .put(
            "description",
            "What a peer answers over HTTP, on loopback unless a token is set. Times are"
                + " milliseconds since the epoch.");
    document.putArray("security").addObject();
    ((ArrayNode) document.path("security")).addObject().putArray("token");
    ObjectNode paths = document.putObject("paths");
    for (Operation operation : Operation.values()) {
      paths
          .putObject(operation.path())
          .set(operation.method().toLowerCase(Locale.ROOT), operation(operation));
    }
    ObjectNode components = document.putObject("components");
    components
        .putObject("securitySchemes")
        .putObject("token")
        .put("type", "http")
        .put("scheme", "bearer");
    schema(Problem.class);
    describe();
    components.putObject("schemas").setAll(schemas);
    return document;
  }

  private ObjectNode operation(Operation operation) {
    ObjectNode json = JSON.objectNode().put("summary", operation.summary());
    json.put("operationId", Words.of(operation));
    if (!operation.parameters().isEmpty()) {
      ArrayNode parameters = json.putArray("parameters");
      operation.parameters().forEach(each -> parameters.add(parameter(each)));
    }
    operation
        .exchange()
        .body()
        .ifPresent(
            body -> {
              ObjectNode content = json.putObject("requestBody").putObject("content");
              if (operation.exchange().isMail()) {
                many(content, "message/rfc822", "One mail as it came.");
                many(
                    content,
                    "message/rfc822-headers",
                    "One mail's header, with fingerprints that this peer wrote.");
              }
              content.putObject("application/json").set("schema", schema(body));
              if (operation == Operation.TRAIN) {
                many(
                    content,
                    "application/vnd.spamwatch.tokens",
                    "Mails as bytes: for each 1, 2 or 3 for spam, ham or withdraw (1 byte), the"
                        + " number of its tokens (2) and their hashes (8 each), big-endian.");
              }
              if (!operation.exchange().lines().isEmpty()) {
                many(content, "application/mbox", "Many mails as they came, as an mbox.");
                many(content, "application/x-ndjson", "Many of what one is as JSON, one a line.");
              }
            });
    ObjectNode responses = json.putObject("responses");
    ObjectNode fine = responses.putObject("200").put("description", "Answered.");
    fine.putObject("content")
        .putObject("application/json")
        .set("schema", oneOf(operation.exchange().answers()));
    if (!operation.exchange().lines().isEmpty()) {
      ((ObjectNode) fine.path("content"))
          .putObject("application/x-ndjson")
          .set("schema", oneOf(operation.exchange().lines()));
    }
    for (ProblemKind kind : operation.problems()) {
      responses
          .putObject(Integer.toString(kind.status()))
          .put("description", Words.of(kind).replace('-', ' '))
          .putObject("content")
          .putObject("application/json")
          .putObject("schema")
          .put("$ref", SCHEMAS + "Problem");
    }
    return json;
  }

  private static void many(ObjectNode content, String type, String what) {
    content.putObject(type).putObject("schema").put("type", "string").put("description", what);
  }

  private static ObjectNode parameter(Parameter<?> parameter) {
    ObjectNode json = JSON.objectNode().put("name", parameter.name()).put("in", "query");
    json.put("description", parameter.meaning());
    ObjectNode schema = json.putObject("schema");
    if (parameter.form() instanceof Parameter.Form.Range range) {
      schema.put("type", "integer").put("minimum", range.least()).put("maximum", range.most());
    } else if (parameter.form() instanceof Parameter.Form.OneOf words) {
      schema.put("type", "string");
      words.words().forEach(schema.putArray("enum")::add);
    } else if (parameter.form() instanceof Parameter.Form.Text text) {
      schema.put("type", "string");
      if (!text.pattern().isEmpty()) {
        schema.put("pattern", "^" + text.pattern() + "$").put("maxLength", text.mostLength());
      }
    }
    return json;
  }

  private ObjectNode oneOf(List<? extends Class<?>> types) {
    if (types.size() == 1) {
      return schema(types.get(0));
    }
    ObjectNode json = JSON.objectNode();
    ArrayNode several = json.putArray("oneOf");
    types.forEach(type -> several.add(schema(type)));
    return json;
  }

  private ObjectNode schema(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      ObjectNode inner = schema(last);
      ObjectNode json = JSON.objectNode();
      if (generic.getRawType() == List.class) {
        json.put("type", "array").set("items", inner);
        return json;
      }
      if (generic.getRawType() == Map.class) {
        json.put("type", "object").set("additionalProperties", inner);
        return json;
      }
      return inner; // an Optional
    }
    Class<?> simple = (Class<?>) type;
    if (simple.isEnum()) {
      return words(Arrays.stream(simple.getEnumConstants()).map(e -> Words.of((Enum<?>) e)));
    }
    if (simple == Scheme.class) {
      return words(Scheme.ofText().stream().map(Scheme::label));
    }
    if (simple == VoteOrigin.class) {
      return words(VoteOrigin.known().stream().map(VoteOrigin::label));
    }
    if (simple == Id.class) {
      return JSON.objectNode().put("type", "string").put("pattern", "^" + ApiModule.ID + "$");
    }
    if (simple == MailBody.Probes.class) {
      return JSON.objectNode().put("type", "string").put("contentEncoding", "base64");
    }
    if (simple.isRecord() || simple.isSealed()) {
      return reference(simple);
    }
    return primitive(simple);
  }

  private static ObjectNode primitive(Class<?> type) {
    ObjectNode json = JSON.objectNode();
    if (type == String.class) {
      return json.put("type", "string");
    }
    if (type == boolean.class || type == Boolean.class) {
      return json.put("type", "boolean");
    }
    if (type == double.class) {
      return json.put("type", "number").put("format", "double");
    }
    if (type == int.class) {
      return json.put("type", "integer").put("format", "int32");
    }
    if (type == long.class || type == Long.class) {
      return json.put("type", "integer").put("format", "int64");
    }
    throw new IllegalArgumentException("no schema for " + type);
  }

  private static ObjectNode words(Stream<String> words) {
    ObjectNode json = JSON.objectNode().put("type", "string");
    words.forEach(json.putArray("enum")::add);
    return json;
  }

  private ObjectNode reference(Class<?> type) {
    String name = type.getName().substring(type.getPackageName().length() + 1).replace("$", "");
    if (!schemas.containsKey(name)) {
      ObjectNode json = JSON.objectNode();
      schemas.put(name, json);
      if (type.isRecord()) {
        json.put("type", "object");
        ObjectNode properties = json.putObject("properties");
        ArrayNode required = json.putArray("required");
        members(type, properties, required);
        if (closed) {
          json.put("additionalProperties", false);
        }
      } else {
        ArrayNode several = json.putArray("oneOf");
        Arrays.stream(type.getPermittedSubclasses()).forEach(each -> several.add(schema(each)));
      }
    }
    return JSON.objectNode().put("$ref", SCHEMAS + name);
  }

  private void members(Class<?> type, ObjectNode properties, ArrayNode required) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        members(component.getType(), properties, required);
        continue;
      }
      ObjectNode member = schema(component.getGenericType());
      Count count = component.getAnnotation(Count.class);
      if (count != null) {
        member.put("minItems", count.least()).put("maxItems", count.most());
      }
      properties.set(component.getName(), member);
      if (component.getType() != Optional.class) {
        required.add(component.getName());
      }
    }
  }

  /** Adds to each schema and member what the record's Javadoc says of it. */
  private void describe() throws IOException {
    for (Map.Entry<String, ObjectNode> schema : schemas.entrySet()) {
      String[] parts = javadoc(schema.getKey()).split("@param ", -1);
      schema.getValue().put("description", plain(parts[0]));
      for (String part : Arrays.asList(parts).subList(1, parts.length)) {
        String[] words = part.split("\\s", 2);
        JsonNode member = schema.getValue().path("properties").path(words[0]);
        if (member instanceof ObjectNode named) {
          named.put("description", plain(words[1]));
        }
      }
    }
  }

  /** What stands before the declaration of a type, by its schema's name. */
  private static String javadoc(String name) throws IOException {
    for (int end = name.length(); end > 0; end--) {
      Path file = SOURCES.resolve(name.substring(0, end) + ".java");
      String simple = end == name.length() ? name : name.substring(end);
      if (Files.exists(file)) {
        String source = Files.readString(file);
        Matcher declaration =
            Pattern.compile("public (sealed interface|record) " + simple + "\\b").matcher(source);
        if (declaration.find()) {
          int start = source.lastIndexOf("/**", declaration.start());
          return source.substring(start + 3, source.indexOf("*/", start));
        }
      }
    }
    throw new IOException(name + " has no Javadoc");
  }

  private static String plain(String javadoc) {
    return javadoc
        .replaceAll("(?m)^\\s*\\*\\s?", "")
        .replaceAll("\\{@\\w+\\s+([^}]*)}", "$1")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
