/**
 * Pictures of what experiments find: what is to be seen of one is a description, {@link
 * org.spamwatch.simulator.plot.Plot}, and how it looks is the same for all. Drawn by XChart, and
 * made SVG by Batik.
 */
@NullMarked
package org.spamwatch.simulator.plot;

import org.jspecify.annotations.NullMarked;
