/**
 * What a store tells of its operations: to listeners, and of slow ones to the log. Knows a store by
 * its public interface alone; nothing of it runs in a store without listeners and slow log.
 */
package org.portolan.data.internal.observe;
