/**
 * The processes that have a store open on servers, the epoch of the design by which each works, and
 * the fence of a process that is held up. Depends on the engine's interface, the store's texts and
 * sessions. Must never depend on the design, or on how writes are planned.
 */
package org.portolan.data.internal.process;
