/**
 * Transit-stub topologies in the manner of GT-ITM: {@link TransitStubSpec} describes a family of
 * them, {@link TransitStubGenerator} draws one, {@link AltFormat} reads and writes it as an {@code
 * .alt} file, and {@link Latencies} tells how long a message takes between any two of its routers.
 *
 * <p>Everything follows from a spec and its seed. Source: Zegura, Calvert and Bhattacharjee, How to
 * Model an Internetwork (1996); SpamWatch paper, section 6.3.
 */
@NullMarked
package org.spamwatch.topologies;

import org.jspecify.annotations.NullMarked;
