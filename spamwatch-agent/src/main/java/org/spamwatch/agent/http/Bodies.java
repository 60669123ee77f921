package org.spamwatch.agent.http;

import java.util.List;
import java.util.Optional;
import org.spamwatch.agent.api.ApiJson;
import org.spamwatch.agent.api.BadJsonException;
import org.spamwatch.agent.api.MailBody;
import org.spamwatch.agent.ham.MailFeatures;
import org.spamwatch.agent.http.Request.BodyType;
import org.spamwatch.agent.request.MailRequests.Checked;
import org.spamwatch.agent.request.RequestProblem;
import org.spamwatch.agent.request.RequestSettings;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.ata.fingerprint.Scheme;

/** What every path does with a body that is a mail or its features. */
final class Bodies {
  private Bodies() {}

  /** The features of the mail in a body, or those that are listed in it as JSON. */
  static MailFeatures features(Request request, RequestSettings settings) throws RequestProblem {
    if (request.bodyType() == BodyType.MAIL) {
      return MailFeatures.of(addressed(request, settings));
    }
    try {
      return ApiJson.read(request.body("the JSON", ApiJson.MAX_BYTES), MailBody.class).features();
    } catch (BadJsonException e) {
      throw RequestProblem.badRequest(String.valueOf(e.getMessage()), "send {\"vectors\":[...]}");
    }
  }

  /**
   * The mail in a body, or its features, to be asked about; who sends features has chosen them.
   *
   * @param schemes those that the request names
   */
  static Checked checked(Request request, Optional<List<Scheme>> schemes, RequestSettings settings)
      throws RequestProblem {
    if (request.bodyType() != BodyType.MAIL || request.isHeader()) {
      MailFeatures sent = features(request, settings);
      MailFeatures usual = request.isHeader() ? settings.asked(sent) : sent;
      return new Checked(sent, schemes.map(sent::under).orElse(usual), Optional.empty());
    }
    Checked read = request.requests().checked(mail(request, settings));
    MailFeatures asked = read.asked();
    return new Checked(
        read.features(),
        schemes.map(asked::under).orElseGet(() -> settings.asked(asked)),
        read.origin());
  }

  /** What the mail in a body is named by, or the mail whose header is in it. */
  static AddressedMail addressed(Request request, RequestSettings settings) throws RequestProblem {
    return request.isHeader()
        ? request.requests().opened(request.body("the header", Request.MAX_HEADER))
        : request.requests().addressed(mail(request, settings));
  }

  /** The mail in a body. */
  static byte[] mail(Request request, RequestSettings settings) throws RequestProblem {
    return request.body("the mail", settings.maxMailBytes());
  }
}
