/**
 * Tries a proposal: fills a store with rows that fit it, and executes each access path. Depends on
 * {@code advisor} and the public API of {@code data}; must never depend on an engine: its caller
 * names one by a URI.
 */
package org.portolan.rehearsal;
