/**
 * The data layer compared with RocksDB's own API on the same rows. Depends on {@code data}, {@code
 * engine-rocksdb} and RocksDB; must never depend on the wiki.
 */
package org.portolan.bench.layer;
