/**
 * A live peer, and rspamd beside it, under load: how many mails each checks in a second of its
 * processor time, and how long an answer takes.
 */
@NullMarked
package org.spamwatch.simulator.load;

import org.jspecify.annotations.NullMarked;
