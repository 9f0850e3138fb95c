/**
 * What each engine's servers are: main classes, options, configuration, the order of their start
 * and how to know that they answer. Depends on state and processes; must never start anything,
 * which is the affair of {@link org.portolan.cluster.Cluster}.
 */
package org.portolan.cluster.internal.engine;
