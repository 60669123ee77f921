/**
 * What each of several counters has counted, told to the others in full or as what came since, and
 * kept apart by whose it is and in which version, so that what is told again or in the wrong order
 * changes nothing (Yan and Cho, <em>Enhancing Collaborative Spam Detection with Bloom Filters</em>,
 * section IV). Pure functions and state; servers of counts and peers have one or the other way of
 * sending it. Start at {@link org.spamwatch.agent.contribution.OwnCounts}.
 */
@NullMarked
package org.spamwatch.agent.contribution;

import org.jspecify.annotations.NullMarked;
