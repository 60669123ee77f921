package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A line of the answer to many mails in one request: why one of them was not checked. Those behind
 * it are.
 *
 * @param index which of them, from 0 on
 * @param status what it would have been answered with in a request of its own
 */
public record UncheckedMail(int index, int status, @JsonUnwrapped Problem problem) {}
