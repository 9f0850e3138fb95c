/**
 * A wiki's server under hostile and honest load at once. Depends on {@code wiki} to fill a store
 * and to check it, never on the server's classes: the server is the command {@code wiki serve} in a
 * process of its own, and is only known by its address.
 */
package org.portolan.bench.hostile;
