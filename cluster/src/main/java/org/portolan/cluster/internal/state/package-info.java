/**
 * The known state of a cluster, and the file that contains it. Depends on the processes and the
 * public settings; must never start or stop anything.
 */
package org.portolan.cluster.internal.state;
