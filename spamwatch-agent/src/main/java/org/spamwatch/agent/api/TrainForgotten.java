package org.spamwatch.agent.api;

/** How many mails count no more for the statistical filter. */
public record TrainForgotten(long mails) {}
