/** Reading: rows, items, indexes and counters, on an engine or within one of its transactions. */
package org.portolan.data.internal.read;
