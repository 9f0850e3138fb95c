/**
 * A shop on a store of any engine, compared with the same shop written by hand on that engine's own
 * client, with the same guarantees, and on MariaDB.
 */
package org.portolan.bench.shop;
