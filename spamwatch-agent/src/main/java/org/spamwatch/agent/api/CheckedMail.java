package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A line of the answer to many mails in one request: what the peer says of one of them.
 *
 * @param index which of them, from 0 on
 */
public record CheckedMail(int index, @JsonUnwrapped CheckAnswer answer) {}
