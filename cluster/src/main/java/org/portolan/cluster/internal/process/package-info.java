/**
 * What every cluster needs of the machine: a JDK, jars, ports, processes and their logs. Depends on
 * the JDK alone; must know nothing of any engine.
 */
package org.portolan.cluster.internal.process;
