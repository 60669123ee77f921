/**
 * A count server like DCC's, with counting Bloom filters for its database (Yan and Cho,
 * <em>Enhancing Collaborative Spam Detection with Bloom Filters</em>, section IV): people report
 * the digest of every mail they get, and ask how many got it. Start at {@link
 * org.spamwatch.agent.counts.CountDatabase}; {@code agent.digest} serves it.
 */
@NullMarked
package org.spamwatch.agent.counts;

import org.jspecify.annotations.NullMarked;
