/**
 * Writes on engines that change one row at a time: the row of an entity changes atomically and
 * carries an outbox of the follow-ups, which any process that meets the row can make. Depends on
 * the engine's interface and the compiled schema; must never depend on the store's front ({@code
 * EngineStore}), and must never assume that the process that began a write is alive.
 */
package org.portolan.data.internal.repaired;
