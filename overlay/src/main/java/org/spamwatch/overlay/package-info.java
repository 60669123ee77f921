/**
 * The overlay's interface: names ({@link org.spamwatch.overlay.Id}), nodes ({@link
 * org.spamwatch.overlay.Contact}), key-based routing in the Common API's shape ({@link
 * org.spamwatch.overlay.KeyBasedRouting}, {@link org.spamwatch.overlay.Application}) and object
 * location on top of it ({@link org.spamwatch.overlay.Dolr}). Modules above see this package only;
 * start reading at {@code KeyBasedRouting}.
 */
@NullMarked
package org.spamwatch.overlay;

import org.jspecify.annotations.NullMarked;
