/** Tests of the engine on Cassandra, against one server in a JVM of its own. */
package org.portolan.engine.cassandra;
