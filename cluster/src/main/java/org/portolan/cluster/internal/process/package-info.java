/**
 * The resources of the machine that every cluster needs: a JDK, jars, ports, processes and their
 * logs. Depends on the JDK alone; must know nothing about any engine.
 */
package org.portolan.cluster.internal.process;
