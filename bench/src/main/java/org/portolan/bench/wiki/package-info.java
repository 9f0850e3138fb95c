/**
 * The wiki's own work: imports and contended edits. Depends on {@code wiki} and {@code data}; must
 * never depend on an engine.
 */
package org.portolan.bench.wiki;
