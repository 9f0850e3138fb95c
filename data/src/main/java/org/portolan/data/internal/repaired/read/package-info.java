/**
 * What a write reads: stored rows, over which the follow-ups are laid that are committed but
 * perhaps not made yet, and guesses that a row is new. Depends on {@code state} alone.
 */
package org.portolan.data.internal.repaired.read;
