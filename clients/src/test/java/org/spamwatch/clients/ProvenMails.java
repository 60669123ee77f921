package org.spamwatch.clients;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.spamwatch.agent.proof.SenderProof;

/**
 * Mails with what servers say of who has sent them, put together of true and forged fields; the
 * same bytes each time.
 */
final class ProvenMails {
  /** Whose word is taken. */
  static final SenderProof PROOF =
      new SenderProof(
          List.of("mx.example", "dkim.mx.example"), 2, List.of("list.example.net", "hop.example"));

  private static final List<String> AUTHORS =
      List.of(
          "\"A Shop\" <receipts@mail.brand.com>",
          "receipts@brand.com",
          "brand.com <news@brand.com> (news)",
          "receipts@brand.com (A Shop)",
          "=?utf-8?q?Caf=C3=A9?= < info@news.brand.co.uk >",
          "a@brand.com, b@evil.example.net",
          "brand.com: a@brand.com;",
          "\"receipts@brand.com\" <x@evil.example.net>",
          "somebody@gmail.com",
          "no address",
          "<a@[192.0.2.1]>");

  private static final List<String> SERVERS =
      List.of("mx.example", "MX.example 1", "dkim.mx.example", "other.example", "\"mx.example\"");

  private static final List<String> RESULTS =
      List.of(
          "dmarc=pass (p=reject) header.from=mail.brand.com",
          "dmarc=pass header.from=evil.example.net",
          "dmarc=fail header.from=brand.com",
          "dmarc=none header.from=brand.com",
          "dkim=pass header.d=brand.com header.s=x",
          "dkim = pass reason=\"good; (key)\" header . i = @news.brand.co.uk",
          "dkim=fail header.d=brand.com",
          "dkim/2=pass header.d=brand.com",
          "spf=pass smtp.mailfrom=bounces@brand.com smtp.helo=evil.example.net",
          "spf=softfail (x (y) z) smtp.mailfrom=brand.com",
          "spf=pass smtp.mailfrom=\"(x@evil.example.net",
          "arc=pass (i=1)",
          "none",
          "");

  private static final List<String> OTHERS =
      List.of(
          "Received: from out.example by mx.example",
          "Received: from a by b for <you@home.example>; today",
          "Authentication-Results: mx.example; dkim=pass header.d=brand.com",
          "ARC-Seal: i=1; a=rsa-sha256; d=list.example.net; cv=none",
          "ARC-Seal: i=2; d=HOP.example; cv=pass",
          "ARC-Seal: i=1; d=evil.example.net; d=list.example.net",
          "ARC-Authentication-Results: i=1; in.list.example.net; dkim=pass header.d=brand.com",
          "ARC-Authentication-Results: i=2; hop.example; arc=pass",
          "ARC-Seal: i=1; d=list.example.net\n"
              + "ARC-Authentication-Results: i=1; in.list.example.net; spf=pass"
              + " smtp.mailfrom=brand.com",
          "From: another@brand.com",
          "Subject: Your receipt of this month");

  private final Random random = new Random(1);

  private ProvenMails() {}

  /** So many of them. */
  static List<byte[]> some(int count) {
    ProvenMails made = new ProvenMails();
    List<byte[]> mails = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      mails.add(made.mail().getBytes(StandardCharsets.US_ASCII));
    }
    return mails;
  }

  private String mail() {
    StringBuilder mail = new StringBuilder();
    for (int fields = random.nextInt(3); fields >= 0; fields--) {
      mail.append("Authentication-Results: ").append(one(SERVERS));
      for (int results = random.nextInt(3); results >= 0; results--) {
        mail.append(";\n\t").append(one(RESULTS));
      }
      mail.append('\n');
      for (int others = random.nextInt(2); others > 0; others--) {
        mail.append(one(OTHERS)).append('\n');
      }
    }
    return mail
        + "From: "
        + one(AUTHORS)
        + "\n\nThank you for what you have ordered in our shop, which is sent to you today.\n";
  }

  private String one(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
