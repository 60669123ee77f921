/**
 * The contract of the peer's HTTP interface: {@link org.spamwatch.agent.api.Operation} lists what
 * can be asked, the records are what is sent and answered, {@link
 * org.spamwatch.agent.api.ProblemKind} how it fails. The port, its client, the command line and the
 * simulator share them, and {@code docs/openapi.json} is written from them.
 *
 * <p>A record's components are the members of a JSON object, by their names and in their order; an
 * empty {@code Optional} is left out. Enumerations are their constants in lower case, bytes and ids
 * hexadecimal digits, times milliseconds since the epoch. Who reads passes over members that it
 * does not know, and refuses what lacks one that is no {@code Optional}: so what a later version
 * adds is an {@code Optional}.
 */
@NullMarked
package org.spamwatch.agent.api;

import org.jspecify.annotations.NullMarked;
