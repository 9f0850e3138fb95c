/**
 * Moves the rows of a relational database into a store by a design and a mapping, verifies them,
 * and brings them back. Depends on {@code data}, {@code design} and {@code jdbc}; must never know
 * an engine or an application.
 */
package org.portolan.migrate;
