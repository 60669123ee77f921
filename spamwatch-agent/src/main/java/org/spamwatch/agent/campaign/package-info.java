/**
 * What a postmaster sees and says of campaigns: messages that people voted on, as far as this peer
 * keeps their votes or has met them in checks, and rules that overrule the votes at this peer. Node
 * logic only: no I/O, clock or thread. Start at {@link org.spamwatch.agent.campaign.Campaigns}.
 */
@NullMarked
package org.spamwatch.agent.campaign;

import org.jspecify.annotations.NullMarked;
