/** Reads, changes and merges the buckets of indexes. */
package org.portolan.data.internal.index;
