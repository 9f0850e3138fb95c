/**
 * Measures the start of the command. Depends on the wiki's workloads to fill a store and to ask a
 * server for a page; knows the command only as a file to run.
 */
package org.portolan.bench.start;
