/**
 * Local clusters of the real engines, and local servers of relational databases: each server is a
 * separate process on loopback, run from the published jars or binaries. Depends on {@code
 * cluster-ignite-node}, whose class it copies for Ignite's servers, and on no engine's library;
 * {@link org.portolan.cluster.Cluster} is the entry. Must never bring an engine's server jars onto
 * the class path of the product.
 */
package org.portolan.cluster;
