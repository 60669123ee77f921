package org.spamwatch.ata.adolr;

import com.google.common.collect.Multimaps;
import java.util.List;
import org.spamwatch.overlay.Contact;
import org.spamwatch.overlay.Dolr;
import org.spamwatch.overlay.Message;

/** Sends a query's payload to the objects that match, each once for all its vectors that do. */
record PayloadDelivery(Dolr dolr, int maxHops) {
  void send(List<Match> matches, Message payload, Contact origin) {
    Multimaps.index(matches, Match::guid)
        .asMap()
        .forEach(
            (guid, vectors) ->
                dolr.routeToObject(
                    guid,
                    MatchedPayload.of(payload, vectors.stream().map(Match::digest).toList()),
                    maxHops,
                    origin));
  }
}
