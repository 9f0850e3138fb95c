/**
 * The servers of each engine: programs, options, configuration, the order of their start and the
 * check that they answer. Depends on state and processes; must never start a server: {@link
 * org.portolan.cluster.Cluster} does that.
 */
package org.portolan.cluster.internal.engine;
