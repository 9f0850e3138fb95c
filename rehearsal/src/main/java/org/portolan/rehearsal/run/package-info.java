/**
 * Fills a store with rows and executes the calls of statements on it. Depends on {@code plan} and
 * the public API of {@code data}; must never know an engine.
 */
package org.portolan.rehearsal.run;
