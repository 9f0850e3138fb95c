/**
 * Fills an empty store without conditions and reads. Depends on the writes of the data layer, from
 * which it takes what derives from a row; nothing but the store depends on it.
 */
package org.portolan.data.internal.load;
