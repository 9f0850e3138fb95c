/**
 * Changes of the design of a store that nobody else has open: what the store keeps about them, the
 * alterations of its tables, and the scans of its rows. Knows the design, the tables and the
 * protocol of repaired writes. Must never be used by an operation of an open store.
 */
package org.portolan.data.internal.evolve;
