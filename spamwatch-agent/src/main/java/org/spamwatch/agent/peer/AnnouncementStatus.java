package org.spamwatch.agent.peer;

import org.spamwatch.agent.summary.SummaryFigures;
import org.spamwatch.agent.summary.SummaryStatus;

/**
 * What a peer knows of announcements at one moment.
 *
 * @param logs the blocks held, and whether they are all
 * @param summary what checks look up
 * @param atHome checks for which no other peer was asked, where there was something to ask, since
 *     the start
 * @param asked those for which others were
 */
public record AnnouncementStatus(
    SummaryStatus logs, SummaryFigures summary, long atHome, long asked) {}
