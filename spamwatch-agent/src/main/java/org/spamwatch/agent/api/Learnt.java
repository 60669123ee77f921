package org.spamwatch.agent.api;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What became of a mail that was checked and to be learnt: the members tell which it is. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(HamAnswer.class), @JsonSubTypes.Type(Problem.class)})
public sealed interface Learnt permits HamAnswer, Problem {}
