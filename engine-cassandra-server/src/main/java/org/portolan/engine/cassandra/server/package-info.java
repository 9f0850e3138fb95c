/**
 * A Cassandra server in a separate JVM, for tests of this and other modules: one node on free ports
 * of 127.0.0.1, which ends with the process that started it. Depends on nothing of Portolan. A
 * module that uses it must not have the server's jars on its own class path.
 */
package org.portolan.engine.cassandra.server;
