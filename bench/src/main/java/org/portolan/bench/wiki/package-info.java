/**
 * The wiki's own work: imports and edits that meet. Depends on {@code wiki} and {@code data}; must
 * never depend on an engine.
 */
package org.portolan.bench.wiki;
