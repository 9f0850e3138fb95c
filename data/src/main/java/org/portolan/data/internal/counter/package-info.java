/** The values of counters and the receipts of their additions. */
package org.portolan.data.internal.counter;
