/**
 * The design of a store: entities, child collections, indexes and counters, with the layouts of
 * their keys and members and what these cost. Depends on the typed values of {@code
 * org.portolan.types} and a YAML parser. Must never know of an engine, so that an advisor can weigh
 * designs without one.
 */
package org.portolan.design;
