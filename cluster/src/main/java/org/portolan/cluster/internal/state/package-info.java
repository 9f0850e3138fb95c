/**
 * What is known of a cluster, and the file it is kept in. Depends on the processes and the public
 * settings; must never start or stop anything.
 */
package org.portolan.cluster.internal.state;
