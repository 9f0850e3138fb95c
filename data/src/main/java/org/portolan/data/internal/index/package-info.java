/** Indexes at work: reading and merging their buckets, and changing them. */
package org.portolan.data.internal.index;
