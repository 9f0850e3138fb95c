/**
 * The main class of an Ignite server of a local cluster. Depends on {@code ignite-core} alone,
 * which the server's class path brings; must stay one class, since that class is copied.
 */
package org.portolan.cluster.ignite;
