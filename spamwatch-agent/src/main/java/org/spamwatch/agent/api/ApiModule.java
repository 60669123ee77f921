package org.spamwatch.agent.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.spamwatch.agent.campaign.Campaign;
import org.spamwatch.agent.campaign.CampaignRule;
import org.spamwatch.agent.check.Source;
import org.spamwatch.agent.check.Verdict;
import org.spamwatch.agent.config.StatisticsMode;
import org.spamwatch.agent.ham.HamReceipt;
import org.spamwatch.agent.trust.Decision;
import org.spamwatch.agent.vote.VoteOrigin;
import org.spamwatch.agent.vote.VoteValue;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.overlay.Id;
import org.spamwatch.overlay.node.Role;
import org.spamwatch.sketch.DistinctRates;
import org.spamwatch.statistics.StatisticalFilter.Classification;

/** The types that are one string in JSON. */
final class ApiModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  /** What an id looks like. */
  static final String ID = "[0-9a-fA-F]{40}";

  /** Constants that a record may have. */
  private static final List<Class<? extends Enum<?>>> CONSTANTS =
      List.of(
          Verdict.class,
          Source.class,
          Role.class,
          VoteValue.class,
          Decision.Decider.class,
          HamReceipt.Outcome.class,
          Campaign.Known.class,
          CampaignRule.Action.class,
          DistinctRates.Outcome.class,
          StatisticsMode.class,
          Classification.class);

  ApiModule() {
    String noId = "is not 40 hexadecimal digits";
    string(Id.class, Id::toString, ApiModule::id, noId, noId);
    String noProbes = "are not base64";
    string(
        MailBody.Probes.class, MailBody.Probes::base64, MailBody.Probes::read, noProbes, noProbes);
    String noString = "is not a string";
    string(Scheme.class, Scheme::label, Scheme::ofLabel, "is none that this peer knows", noString);
    List<String> origins = VoteOrigin.known().stream().map(VoteOrigin::label).toList();
    string(
        VoteOrigin.class,
        VoteOrigin::label,
        VoteOrigin::ofLabel,
        "is not " + Words.listed(origins, "or"),
        noString);
    CONSTANTS.forEach(this::constants);
  }

  private static Optional<Id> id(String digits) {
    return digits.matches(ID) ? Optional.of(Id.ofHex(digits)) : Optional.empty();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // the class of an enumeration's constants is its own
  private void constants(Class type) {
    String words = Words.listed(Words.all(type), "or");
    string(
        type,
        each -> Words.of((Enum<?>) each),
        word -> Words.value(type, word),
        "is not " + words,
        "is not a string");
  }

  /**
   * A type.
   *
   * @param otherwise what is said of a string that is none, behind the member's name
   * @param noString what is said of what is no string
   */
  private <T> void string(
      Class<T> type,
      Function<T, String> written,
      Function<String, Optional<T>> read,
      String otherwise,
      String noString) {
    addSerializer(
        type,
        new StdSerializer<>(type) {
          private static final long serialVersionUID = 1L;

          @Override
          public void serialize(T value, JsonGenerator out, SerializerProvider provider)
              throws IOException {
            out.writeString(written.apply(value));
          }
        });
    addDeserializer(
        type,
        new StdDeserializer<T>(type) {
          private static final long serialVersionUID = 1L;

          @Override
          public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (!in.hasToken(JsonToken.VALUE_STRING)) {
              throw new Unfit(in, noString);
            }
            return read.apply(in.getText()).orElseThrow(() -> new Unfit(in, otherwise));
          }
        });
  }

  /** A value that is none of its type; the message is what is said behind the member's name. */
  static final class Unfit extends JsonMappingException {
    private static final long serialVersionUID = 1L;

    Unfit(JsonParser in, String message) {
      super(in, message);
    }
  }
}
