package org.spamwatch.agent.http;

import java.io.IOException;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Json.BadJsonException;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.mail.NotAMailException;

/** What every path does with a body that is a mail or its features. */
final class Bodies {
  private Bodies() {}

  /** The features of the mail in a body, or those that are listed in it as JSON. */
  static MailFeatures features(Request request, HttpSettings settings)
      throws HttpProblem, IOException {
    if (request.bodyType() == BodyType.MAIL) {
      return MailFeatures.of(mail(request, settings));
    }
    try {
      return VectorsJson.readWithProbes(Json.read(request.body("the JSON", Json.MAX_BYTES)));
    } catch (BadJsonException e) {
      throw HttpProblem.badRequest(String.valueOf(e.getMessage()), "send {\"vectors\":[...]}");
    }
  }

  /** The mail in a body. */
  static AddressedMail mail(Request request, HttpSettings settings)
      throws HttpProblem, IOException {
    int limit = settings.maxMailBytes();
    try {
      return settings.text().address(request.body("the mail", limit));
    } catch (NotAMailException e) {
      if (e.reason() == NotAMailException.Reason.TOO_LARGE) {
        throw HttpProblem.tooLarge("the mail", limit);
      }
      throw HttpProblem.badRequest(String.valueOf(e.getMessage()), "send one mail as it came");
    }
  }
}
