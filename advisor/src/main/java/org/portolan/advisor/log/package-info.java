/**
 * Reads the statements of query logs, in the formats of MySQL, MariaDB and PostgreSQL. Depends on
 * {@code sql}; must never keep users, hosts or whole logs.
 */
package org.portolan.advisor.log;
