/**
 * Follows the log of a relational database while and after its rows are copied into a store, and
 * ends the migration when the database's writers have stopped. Depends on {@code migrate} and, for
 * fetching the jars of Debezium, on {@code cluster}; must never know an engine, and has no class of
 * Debezium on its class path.
 */
package org.portolan.follow;
