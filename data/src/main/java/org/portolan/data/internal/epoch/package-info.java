/**
 * An open store follows the design that is in force: what depends on the schema is made anew for
 * each epoch, and operations that have begun end by the schema with which they began.
 */
package org.portolan.data.internal.epoch;
