/**
 * The sessions of the processes that write to a store on an engine of rows. A session tells which
 * rows its process may have left unfinished, below which version all its writes are done, and
 * whether it is alive. Depends on the engine's interface and the names of tables; must never depend
 * on {@code repaired}, which writes the rows and depends on it.
 */
package org.portolan.data.internal.session;
