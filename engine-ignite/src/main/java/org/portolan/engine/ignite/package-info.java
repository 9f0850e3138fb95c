/**
 * The engine on Apache Ignite, a transactional key-value grid: one cache for each family of each
 * table, read and written through Ignite's thin client. Depends on the engine interface, the typed
 * values of {@code org.portolan.types} and Ignite's Java API. Must never know of designs, indexes
 * or the data layer. The servers need no class of this module. Only the provider is public.
 */
package org.portolan.engine.ignite;
