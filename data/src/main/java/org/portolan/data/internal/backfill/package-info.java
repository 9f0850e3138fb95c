/**
 * Gives indexes that all writers maintain already the entries of the rows that were written before,
 * while the writers go on. Depends on the forms of lists, on the sort of the build and on the parts
 * of repaired writes; nothing but the evolution of a store depends on it.
 */
package org.portolan.data.internal.backfill;
