/**
 * HBase's own scans and prepared scans, on tables with known values. Depends on HBase's client and
 * its engine, for the workload {@code hbase-scans} and the benchmark {@code prepared-scan}.
 */
package org.portolan.bench.scans;
