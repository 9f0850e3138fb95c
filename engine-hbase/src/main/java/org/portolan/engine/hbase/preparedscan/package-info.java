/**
 * The client of prepared scans (Neves et al. 2017): HBase's scans without the names and keys that
 * every cell repeats. Depends on HBase's client and on the form that the endpoint shares with it;
 * what touches protocol buffers is in {@link org.portolan.engine.hbase.preparedscan.EndpointCalls}
 * alone.
 */
package org.portolan.engine.hbase.preparedscan;
