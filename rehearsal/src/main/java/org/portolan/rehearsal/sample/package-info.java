/**
 * Rows that fit a relational schema and what is known about its data. Depends on {@code advisor}
 * and {@code layout}; must never open a store.
 */
package org.portolan.rehearsal.sample;
