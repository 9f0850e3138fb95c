/**
 * A relay between servers that gives their messages a distance, and the program that runs it in a
 * process of its own. Depends on the JDK alone; must never use another class of ours, since its
 * classes are copied into a jar.
 */
package org.portolan.cluster.internal.relay;
