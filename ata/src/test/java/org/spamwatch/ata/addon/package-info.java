/** What the mail programs' add-on computes in JavaScript is what this module computes. */
@NullMarked
package org.spamwatch.ata.addon;

import org.jspecify.annotations.NullMarked;
