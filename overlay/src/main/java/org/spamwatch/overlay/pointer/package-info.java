/**
 * Object location by leased pointers: {@code PointerDolr} publishes, withdraws, locates and
 * replicates; {@code LeaseTable} is the soft state underneath.
 */
@NullMarked
package org.spamwatch.overlay.pointer;

import org.jspecify.annotations.NullMarked;
