/**
 * Local clusters of the real engines: each server is a separate process on loopback, run from the
 * engine's published jars. Depends on {@code cluster-ignite-node}, whose class it copies for
 * Ignite's servers, and on no engine's library; {@link org.portolan.cluster.Cluster} is the entry.
 * Must never bring an engine's server jars onto the class path of the product.
 */
package org.portolan.cluster;
