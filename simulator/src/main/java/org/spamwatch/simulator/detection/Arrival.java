package org.spamwatch.simulator.detection;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.spamwatch.ata.AddressedMail;
import org.spamwatch.simulator.corpus.Corpus;
import org.spamwatch.simulator.corpus.CorpusException;

/**
 * A mail of a corpus that comes to its mailbox.
 *
 * @param addressed by what it is known
 * @param at the moment that the mail names if it is on the day the corpus names, or noon of that
 *     day; 1970 if that is no date
 */
record Arrival(Corpus.Mail mail, AddressedMail addressed, Instant at) {
  private static final Duration DAY = Duration.ofDays(1);

  /** Reads mails; in the order in which they come. */
  static List<Arrival> of(List<Corpus.Mail> mails) throws CorpusException {
    Mails reader = new Mails();
    List<Arrival> arrivals = new ArrayList<>(mails.size());
    for (Corpus.Mail mail : mails) {
      byte[] bytes = Mails.read(mail.path());
      arrivals.add(new Arrival(mail, reader.address(bytes), moment(mail, bytes)));
    }
    arrivals.sort(
        Comparator.comparing(Arrival::at).thenComparing(arrival -> arrival.mail().path()));
    return arrivals;
  }

  private static Instant moment(Corpus.Mail mail, byte[] bytes) {
    Instant day;
    try {
      day = LocalDate.parse(mail.date()).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
    Instant next = day.plus(DAY);
    return Mails.date(bytes)
        .filter(date -> !date.isBefore(day) && date.isBefore(next))
        .orElse(day.plus(DAY.dividedBy(2)));
  }
}
