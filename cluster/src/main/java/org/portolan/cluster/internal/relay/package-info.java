/**
 * A relay between servers that gives their messages a distance, and the program that runs it in a
 * process of its own. Its classes are copied into a jar without any others, so they use the JDK and
 * each other, and no other class of Portolan.
 */
package org.portolan.cluster.internal.relay;
