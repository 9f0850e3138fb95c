/**
 * The client of prepared scans (Neves et al. 2017): HBase's scans without the names and keys that
 * every cell repeats. Depends on HBase's client and on the format that the endpoint shares with it;
 * only {@link org.portolan.engine.hbase.preparedscan.EndpointCalls} uses protocol buffers.
 */
package org.portolan.engine.hbase.preparedscan;
