package org.spamwatch.agent.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.spamwatch.agent.http.Json.BadJsonException;
import org.spamwatch.agent.vote.Vote;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;

/**
 * A signed vote in JSON, the member {@code "vote"} of an object; bytes are in hexadecimal digits:
 *
 * <pre>
 * {"vote": {"realm": "...", "site": "...", "message": "...", "digests": ["..."],
 *           "verdict": "spam", "origin": "button", "sequence": 1, "time": 1700000000000,
 *           "key": "...", "signature": "..."}}
 * </pre>
 */
final class VoteJson {
  private VoteJson() {}

  static String label(VoteValue value) {
    return value == VoteValue.WITHDRAWN ? "withdraw" : value.name().toLowerCase(Locale.ROOT);
  }

  static Optional<VoteValue> value(String label) {
    for (VoteValue value : VoteValue.values()) {
      if (label(value).equals(label)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  static void write(Vote vote, ObjectNode json) {
    ObjectNode member = json.putObject("vote");
    member.put("realm", vote.realm().toString()).put("site", vote.site().toString());
    member.put("message", vote.guid().toString());
    ArrayNode digests = member.putArray("digests");
    vote.digests().forEach(digest -> digests.add(digest.toString()));
    member.put("verdict", label(vote.value())).put("origin", vote.origin().label());
    member.put("sequence", vote.sequence()).put("time", vote.timeMillis());
    member.put("key", HexFormat.of().formatHex(vote.publicKey()));
    member.put("signature", HexFormat.of().formatHex(vote.signature()));
  }

  static Vote read(JsonNode json) throws BadJsonException {
    JsonNode vote = Json.member(json, "vote");
    VoteValue value =
        value(Json.text(vote, "verdict"))
            .orElseThrow(() -> new BadJsonException("\"verdict\" is not spam, ham or withdraw"));
    VoteOrigin origin =
        VoteOrigin.ofLabel(Json.text(vote, "origin"))
            .orElseThrow(
                () -> new BadJsonException("\"origin\" is not button, move, spamc, api or import"));
    try {
      return new Vote(
          Json.id("realm", Json.member(vote, "realm")),
          Json.id("site", Json.member(vote, "site")),
          Json.id("message", Json.member(vote, "message")),
          Json.ids(vote, "digests", Vote.MAX_DIGESTS),
          value,
          origin,
          Json.number(vote, "sequence"),
          Json.number(vote, "time"),
          bytes(vote, "key", Vote.KEY_BYTES),
          bytes(vote, "signature", Vote.SIGNATURE_BYTES));
    } catch (IllegalArgumentException e) {
      throw new BadJsonException(String.valueOf(e.getMessage()));
    }
  }

  private static byte[] bytes(JsonNode object, String name, int length) throws BadJsonException {
    String text = Json.text(object, name);
    if (text.length() != 2 * length || !text.matches("[0-9a-fA-F]*")) {
      throw new BadJsonException("\"" + name + "\" is not " + 2 * length + " hexadecimal digits");
    }
    return HexFormat.of().parseHex(text);
  }
}
