/**
 * The wiki on a normalised relational schema through JDBC: H2, MariaDB and PostgreSQL. Depends on
 * {@code wiki} and {@code jdbc} alone; must never use a designed store, so that it stays the
 * relational application that a design is compared with. Every statement begins with a comment that
 * names its operation.
 */
package org.portolan.wiki.jdbc;
