/** The peer and its command line; every part is a package of its own. */
@NullMarked
package org.spamwatch.agent;

import org.jspecify.annotations.NullMarked;
