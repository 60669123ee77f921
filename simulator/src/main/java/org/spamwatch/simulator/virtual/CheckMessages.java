package org.spamwatch.simulator.virtual;

import org.spamwatch.agent.vote.VoteMessage.VotesAsked;
import org.spamwatch.agent.vote.VoteMessage.VotesFound;
import org.spamwatch.agent.vote.VoteMessage.VotesHeld;
import org.spamwatch.ata.adolr.AdolrMessage;
import org.spamwatch.ata.adolr.AdolrMessage.PublishFeature;
import org.spamwatch.ata.adolr.AdolrMessage.RecordRefused;
import org.spamwatch.ata.adolr.AdolrMessage.ReplicateFeatures;
import org.spamwatch.overlay.Message;
import org.spamwatch.overlay.lookup.LookupMessage;
import org.spamwatch.overlay.pointer.DolrMessage.Locate;
import org.spamwatch.overlay.pointer.DolrMessage.ToNode;
import org.spamwatch.overlay.pointer.DolrMessage.ToServer;

/** Which messages are sent because somebody asks about a mail. */
public final class CheckMessages {
  private CheckMessages() {}

  /** Whether a payload is; look-ups that peers do for themselves are taken for such too. */
  public static boolean isOfCheck(Message payload) {
    return payload instanceof VotesAsked
        || payload instanceof VotesHeld
        || payload instanceof VotesFound
        || payload instanceof Locate
        || payload instanceof ToServer
        || payload instanceof ToNode
        || payload instanceof LookupMessage
        || (payload instanceof AdolrMessage
            && !(payload instanceof PublishFeature)
            && !(payload instanceof ReplicateFeatures)
            && !(payload instanceof RecordRefused));
  }
}
