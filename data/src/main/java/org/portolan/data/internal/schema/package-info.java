/**
 * A design compiled to tables, once when a store is opened: the storage of rows, items, indexes and
 * counters.
 */
package org.portolan.data.internal.schema;
