/**
 * The pace of long work beside applications: steady, or as fast as the operations of the store
 * admit. Depends on the runtime of a store; knows nothing of what is done.
 */
package org.portolan.data.internal.pace;
