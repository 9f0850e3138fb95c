/** Writing: transactions, their retries, and the merging of delta buckets. */
package org.portolan.data.internal.write;
