/**
 * The real mail programs against a peer of their own, each test ending with the mail where a user
 * would look for it. {@code RunningPeer} is the peer, {@code Daemon} any server in the foreground,
 * {@code Dovecot} the mailboxes, {@code Mails} what is sent; a {@code Scratch} directory holds all
 * of a test and ends it.
 */
@NullMarked
package org.spamwatch.clients;

import org.jspecify.annotations.NullMarked;
