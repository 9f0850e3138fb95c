/**
 * The load generator: workloads performed by workers, closed or on a schedule made beforehand, and
 * what came of it, counted and timed from the moment each operation was meant to start. Depends on
 * {@code data} only to tell kinds of conflict; must never know which workload or store it drives.
 */
package org.portolan.bench.load;
