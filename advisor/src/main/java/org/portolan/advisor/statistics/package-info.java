/**
 * What is known about the rows of tables: how many there are, the values of their columns, how the
 * rows of a relationship are spread. Only records: depends on nothing, and must never know where a
 * figure came from but by its {@code Source}.
 */
package org.portolan.advisor.statistics;
