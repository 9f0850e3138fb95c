/**
 * The load generator: workers perform workloads, closed or on a schedule made beforehand. Their
 * outcomes are counted and timed from the intended start of each operation. Depends on {@code data}
 * only to distinguish kinds of conflict; must never know which workload or store it runs.
 */
package org.portolan.bench.load;
