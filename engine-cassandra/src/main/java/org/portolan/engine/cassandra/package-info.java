/**
 * The engine on Apache Cassandra: typed CQL tables with partition and clustering columns, read and
 * written by prepared statements. Depends on the engine interface and the DataStax driver only.
 * Must never know of designs, indexes or layouts, nor of the server's own classes.
 */
package org.portolan.engine.cassandra;
