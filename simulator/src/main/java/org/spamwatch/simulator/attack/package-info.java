/**
 * Attacks on running peers: each harm that was found possible once is tried again, by an adversary
 * that speaks the protocol by the project's own classes, and what honest users see meanwhile is
 * held against what they are promised. Start reading at {@code Attack}; a new one goes into {@code
 * Attacks}.
 */
@NullMarked
package org.spamwatch.simulator.attack;

import org.jspecify.annotations.NullMarked;
