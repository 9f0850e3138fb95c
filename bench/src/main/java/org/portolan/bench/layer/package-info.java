/**
 * The data layer compared with the own APIs of RocksDB and Ignite on the same rows. Depends on
 * {@code data}, the engines and their clients; must never depend on the wiki.
 */
package org.portolan.bench.layer;
