/**
 * {@code spamwatch imap}: mailboxes on servers of others. A {@code Round} looks at inbox and Junk
 * and decides, from what the {@code Ledger} remembers, what arrived, what was filed and what a
 * person moved; {@code ImapMailbox} does what it decides on the server; {@code AccountWatch} keeps
 * one account under watch over lost connections. Nothing of a mail leaves this host but its
 * fingerprints.
 */
@NullMarked
package org.spamwatch.agent.imap;

import org.jspecify.annotations.NullMarked;
