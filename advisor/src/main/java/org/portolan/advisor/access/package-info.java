/**
 * The access paths of statements: the tables, the columns that select rows, joins and writes.
 * Depends on {@code schema} and on JSqlParser, whose classes must not leave this package.
 */
package org.portolan.advisor.access;
