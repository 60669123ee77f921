/**
 * A signature server like Razor's, with Bloom filters for its database (Yan and Cho, <em>Enhancing
 * Collaborative Spam Detection with Bloom Filters</em>, section III): people report and revoke
 * digests of mails, and ask about them. Start at {@link
 * org.spamwatch.agent.signatures.SignatureDatabase}; {@code agent.digest} serves it.
 */
@NullMarked
package org.spamwatch.agent.signatures;

import org.jspecify.annotations.NullMarked;
