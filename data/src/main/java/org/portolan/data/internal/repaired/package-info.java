/**
 * Writes on engines that change one row at a time: the row of an entity changes atomically and
 * carries an outbox of the follow-ups, which any process that meets the row can make. {@code
 * docs/life-of-a-write.md} shows a write from start to end. The parts, each depending only on those
 * before it: {@code state} (what is stored), {@code read} (what a write sees), {@code commit} (how
 * it is made), {@code recovery} (what others finish), {@code check} (looks and repairs). Here are
 * the attempts of one transaction, and {@code Repairing}, which joins the parts. Depends on the
 * engine's interface and the compiled schema; must never depend on the store's front ({@code
 * EngineStore}).
 */
package org.portolan.data.internal.repaired;
