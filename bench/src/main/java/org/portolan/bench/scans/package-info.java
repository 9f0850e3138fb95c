/**
 * Scans of HBase as it is and by prepared scans, on tables whose every value is known. Depends on
 * HBase's client and its engine, for the workload {@code hbase-scans} and the benchmark {@code
 * prepared-scan}.
 */
package org.portolan.bench.scans;
