/**
 * The endpoint within a region server. Depends on {@code format} and HBase's server; what touches
 * protocol buffers is in {@link org.portolan.preparedscan.server.ProtobufService} alone. Must never
 * keep anything of a client between requests, or hold a request's memory without a bound.
 */
package org.portolan.preparedscan.server;
