/**
 * What an operator can set: one table of typed settings with defaults ({@link
 * org.spamwatch.agent.config.Setting}, start there), read from a TOML file and overridden from the
 * command line, and the places of files on this machine.
 */
@NullMarked
package org.spamwatch.agent.config;

import org.jspecify.annotations.NullMarked;
