/**
 * Benchmarks, and the generated texts they run on. README.md of this module tells how to run them.
 *
 * <p>Those that measure package-private parts of a module lie in that part's package, here in
 * {@code org.spamwatch.ata.fingerprint}.
 */
@NullMarked
package org.spamwatch.benchmarks;

import org.jspecify.annotations.NullMarked;
