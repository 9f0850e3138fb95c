/**
 * The check of a store, after the record layer's index scrubbing: from rows to entries (missing),
 * from entries to rows (dangling), and counters against a count.
 */
package org.portolan.data.internal.check;
