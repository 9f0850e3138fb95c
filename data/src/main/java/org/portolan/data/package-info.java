/**
 * The data layer: entities, child collections, indexes and counters of a design, kept consistent on
 * any engine while the application writes. Depends on {@code design} and {@code engine}. It must
 * never know its engine, and must never assume that it is the only process at the store.
 */
package org.portolan.data;
