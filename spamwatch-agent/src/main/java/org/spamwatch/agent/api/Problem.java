package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;

/**
 * Why a request was not answered; see {@link ProblemKind}.
 *
 * @param error what is wrong, in one line
 * @param limit the limit that is exceeded, if one is
 * @param hint what to do, in one line
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NONE)
public record Problem(String error, Optional<Long> limit, String hint) implements Learnt {}
