/**
 * What rspamd's clients say over HTTP and are answered, so that {@code rspamc} and others ask a
 * peer as they ask rspamd: {@link org.spamwatch.agent.rspamd.RspamdCommand} names the paths, {@link
 * org.spamwatch.agent.rspamd.RspamdHead} reads the headers, and the records are the JSON of rspamd
 * 3.4. The port is {@code agent.http}'s.
 */
@NullMarked
package org.spamwatch.agent.rspamd;

import org.jspecify.annotations.NullMarked;
