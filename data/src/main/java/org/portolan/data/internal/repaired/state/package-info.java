/**
 * The data that a row stores about its writes, and their encoding: the state with version and
 * number, the outbox of follow-ups, the intent of a write of several rows. {@code RowStore} reads
 * and changes it. Depends on the engine's interface and the compiled schema; must not depend on the
 * other packages of repaired writes.
 */
package org.portolan.data.internal.repaired.state;
