/** Threads and waits of an open store. */
package org.portolan.data.internal.background;
