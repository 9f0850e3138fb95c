/**
 * Writes on engines that change one row at a time: the row of an entity changes atomically and
 * carries an outbox of the follow-ups, which any process that meets the row can make. {@code
 * docs/life-of-a-write.md} shows a write from start to end. The parts, each depending only on those
 * before it: {@code state} (the stored data of a write), {@code read} (the data that a write sees),
 * {@code commit} (the way to make a write), {@code recovery} (the work that other processes
 * finish), {@code check} (looks and repairs). This package has the attempts of one transaction, and
 * {@code Repairing}, which joins the parts. Depends on the engine's interface and the compiled
 * schema; must never depend on the store's front ({@code EngineStore}).
 */
package org.portolan.data.internal.repaired;
