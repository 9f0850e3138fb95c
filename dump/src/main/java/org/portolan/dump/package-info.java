/**
 * Export of any store into a directory of files, and import of such a directory into any other
 * store, on another engine and in another design; {@code docs/dump-format.md} describes the files.
 * Depends on the data layer, and on Jackson to read JSON. It must never know an engine, and must
 * never read or write what Portolan derives: indexes and counters.
 */
package org.portolan.dump;
