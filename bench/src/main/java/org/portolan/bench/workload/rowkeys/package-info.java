/**
 * Workloads on rows whose keys have the prefixes of Zdravevski 2016: loads from files, and
 * look-ups. Depends on {@code engine} and on the key layouts of {@code design}, and never on one
 * engine or on the data layer: as in the paper, a row is a plain write.
 */
package org.portolan.bench.workload.rowkeys;
