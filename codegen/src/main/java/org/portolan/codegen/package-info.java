/**
 * Java classes from a design: a record for the rows of each entity and for the items of each
 * collection, names, typed keys and typed reads, and the design itself. The generated classes use
 * {@code data}; this module depends on {@code design} only, and must never open a store.
 */
package org.portolan.codegen;
