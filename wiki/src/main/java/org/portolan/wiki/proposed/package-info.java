/**
 * The wiki on the design that {@code portolan design} proposes for its relational twin: a row for
 * each row of the twin's tables, found as the proposal's {@code AccessPaths} find them. Depends on
 * the data layer and on {@code storage}; must never depend on {@code store}, whose models keep a
 * page with its lists in one row, nor on the twin itself.
 */
package org.portolan.wiki.proposed;
