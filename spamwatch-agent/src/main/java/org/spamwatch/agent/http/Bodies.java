package org.spamwatch.agent.http;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Scheme;
import org.spamwatch.ata.mail.MailText;
import org.spamwatch.ata.mail.NotAMailException;

/** What every path does with a body that is a mail or its features. */
final class Bodies {
  private Bodies() {}

  /** The features of the mail in a body, or those that are listed in it as JSON. */
  static MailFeatures features(Request request, HttpSettings settings) throws HttpProblem {
    if (request.bodyType() == BodyType.MAIL) {
      return MailFeatures.of(mail(request, settings));
    }
    try {
      return ApiJson.read(request.body("the JSON", ApiJson.MAX_BYTES), MailBody.class).features();
    } catch (BadJsonException e) {
      throw HttpProblem.badRequest(String.valueOf(e.getMessage()), "send {\"vectors\":[...]}");
    }
  }

  /**
   * A mail that is asked about.
   *
   * @param features by which it is learnt
   * @param asked by which it is asked about: under the schemes that the request names, else as the
   *     peer is set, and who sends features has chosen them
   */
  record Checked(MailFeatures features, MailFeatures asked) {}

  /**
   * The mail in a body, or its features, to be asked about.
   *
   * @param schemes those that the request names
   */
  static Checked checked(Request request, Optional<List<Scheme>> schemes, HttpSettings settings)
      throws HttpProblem {
    if (request.bodyType() != BodyType.MAIL) {
      MailFeatures sent = features(request, settings);
      return new Checked(sent, schemes.map(sent::under).orElse(sent));
    }
    return read(
        request,
        settings,
        text -> {
          MailFeatures features = MailFeatures.of(settings.text().address(text));
          MailFeatures asked =
              settings.lookalikes()
                  ? features
                  : MailFeatures.of(settings.text().withoutLookalikes().address(text));
          return new Checked(
              features, schemes.map(asked::under).orElseGet(() -> settings.asked(asked)));
        });
  }

  /** The mail in a body. */
  static AddressedMail mail(Request request, HttpSettings settings) throws HttpProblem {
    return read(request, settings, settings.text()::address);
  }

  /** What is made of the text of the mail in a body. */
  private static <T> T read(Request request, HttpSettings settings, Function<MailText, T> made)
      throws HttpProblem {
    byte[] body = request.body("the mail", settings.maxMailBytes());
    try {
      return request
          .room()
          .read(body.length, () -> made.apply(MailText.of(body, settings.text().limits())));
    } catch (NotAMailException e) {
      if (e.reason() == NotAMailException.Reason.TOO_LARGE) {
        throw HttpProblem.tooLarge("the mail", settings.maxMailBytes());
      }
      throw HttpProblem.badRequest(String.valueOf(e.getMessage()), "send one mail as it came");
    }
  }
}
