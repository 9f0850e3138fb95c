/**
 * The sessions of the processes that write to a store on an engine of rows: which rows each may
 * have left unfinished, below which version all its writes are done, and whether it is alive.
 * Depends on the engine's interface and the names of tables; must never depend on how rows are
 * written ({@code repaired}), which depends on it.
 */
package org.portolan.data.internal.session;
