/**
 * The reads of a write: stored rows, overlaid with follow-ups that are committed but perhaps not
 * made yet, and guesses that a row is new. Depends on {@code state} alone.
 */
package org.portolan.data.internal.repaired.read;
