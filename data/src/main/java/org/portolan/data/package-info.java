/**
 * The data layer: entities, child collections, indexes and counters of a design, kept right on any
 * engine while the application writes. Depends on {@code design} and {@code engine}; must never
 * know which engine it runs on, and must never assume that it is the only process at the store.
 */
package org.portolan.data;
