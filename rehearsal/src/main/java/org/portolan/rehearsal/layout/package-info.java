/**
 * Where the columns of relational tables are in a proposed design. Depends on {@code advisor} and
 * {@code design}; must never open a store.
 */
package org.portolan.rehearsal.layout;
