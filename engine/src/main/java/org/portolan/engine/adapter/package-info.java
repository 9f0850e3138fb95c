/**
 * Shared code of the engines' adapters: the options of a store's URI, a table with its keys and
 * families, ranges of encoded keys, the rows that reads build, and the running calls for which
 * closing waits. Depends on the engine interface and the codecs of {@code org.portolan.types}. Must
 * never depend on an engine, nor be used outside adapters.
 */
package org.portolan.engine.adapter;
