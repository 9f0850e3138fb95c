/**
 * The engine interface: tables, rows, families and items, which BigTable-like stores, partitioned
 * stores and plain key-value grids have in common, and declared capabilities. Depends on the typed
 * values of {@code org.portolan.types} only. Must never know of designs, indexes or layouts, and
 * emulates nothing: an engine reports missing capabilities when it is opened.
 */
package org.portolan.engine;
