/**
 * Who is proven to have sent a mail: what a trusted mail server in front has found and written into
 * its header.
 */
@NullMarked
package org.spamwatch.agent.proof;

import org.jspecify.annotations.NullMarked;
