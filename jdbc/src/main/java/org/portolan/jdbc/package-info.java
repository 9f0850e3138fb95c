/**
 * Opens connections to relational databases: H2, MariaDB, MySQL and PostgreSQL. Depends on {@code
 * java.sql} alone; must never know a schema, a design or a store, so that whatever reads a database
 * can use it.
 */
package org.portolan.jdbc;
