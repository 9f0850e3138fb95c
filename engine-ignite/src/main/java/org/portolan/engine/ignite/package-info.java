/**
 * The engine on Apache Ignite, a transactional key-value grid: one cache for each family of each
 * table, read and written through Ignite's thin client. Depends on the engine interface, the typed
 * values of {@code org.portolan.types} and Ignite's Java API. Must never know of designs, indexes
 * or the data layer, and needs no class of this module on the servers; only the provider is public.
 */
package org.portolan.engine.ignite;
