/** Calls of a store that run in other threads, within limits. Knows nothing of what they do. */
package org.portolan.data.internal.async;
