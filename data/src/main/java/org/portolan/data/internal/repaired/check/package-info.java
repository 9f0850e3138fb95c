/**
 * The looks of a check at entries and counters of a store that is being written, and their repairs.
 * Depends on {@code state}, {@code commit} and {@code recovery}.
 */
package org.portolan.data.internal.repaired.check;
