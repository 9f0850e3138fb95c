/**
 * Commands for features that only HBase has: the endpoint of prepared scans. Depends on {@code
 * engine-hbase}.
 */
package org.portolan.cli.hbase;
