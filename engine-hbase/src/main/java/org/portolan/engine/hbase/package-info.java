/**
 * The engine on Apache HBase: tables of a namespace, families as HBase's column families, rows that
 * change atomically. Depends on the engine interface, the shared code of adapters, the codecs of
 * {@code org.portolan.types} and HBase's shaded client. Must never know of designs, indexes or the
 * data layer; only the provider is public, and it loads HBase's classes when a store is opened.
 */
package org.portolan.engine.hbase;
