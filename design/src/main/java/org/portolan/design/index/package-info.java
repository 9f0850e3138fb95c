/**
 * Index layouts after Kruber 2014: how the members of an index are represented and partitioned,
 * which buckets a change writes and a read reads, how they merge, and their cost. Depends on
 * nothing beyond the platform.
 */
package org.portolan.design.index;
