/**
 * Whose votes make a verdict, and how much a stranger's vote weighs: a pure rule ({@code
 * TrustRule}) and the memory it asks ({@code ReputationTable}, {@code VoterPopulation}). Nothing
 * here knows how votes are signed, sent or kept, nor reads a clock or a disk.
 */
@NullMarked
package org.spamwatch.agent.trust;

import org.jspecify.annotations.NullMarked;
