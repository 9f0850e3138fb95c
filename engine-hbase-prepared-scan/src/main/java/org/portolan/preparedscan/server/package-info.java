/**
 * The endpoint in a region server. Depends on {@code format} and HBase's server; only {@link
 * org.portolan.preparedscan.server.ProtobufService} uses protocol buffers. Must never keep anything
 * for a client between requests, or use memory for a request without a bound.
 */
package org.portolan.preparedscan.server;
