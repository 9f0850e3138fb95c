/** Tests of the engine on Cassandra, against one server in a separate JVM. */
package org.portolan.engine.cassandra;
