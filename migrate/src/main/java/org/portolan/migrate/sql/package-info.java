/**
 * Relational databases as the migrator sees them: their tables, one state of them, ranges of keys,
 * and rows read and written value by value. Depends on {@code jdbc}; must never know a store.
 */
package org.portolan.migrate.sql;
