/** Judges whether a store can be used: one bounded read, and what the background tasks say. */
package org.portolan.data.internal.health;
