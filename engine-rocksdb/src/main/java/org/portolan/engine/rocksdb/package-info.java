/**
 * The embedded engine: tables in RocksDB's column families, optimistic transactions over the whole
 * store. Depends on the engine interface, the codecs of {@code org.portolan.types} and RocksDB's
 * own Java API. Must never know of designs, indexes or the data layer; only the provider is public.
 */
package org.portolan.engine.rocksdb;
