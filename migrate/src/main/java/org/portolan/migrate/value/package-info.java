/**
 * Values of relational databases as values of a design, and back. Depends on {@code types} alone;
 * must never round, shorten or guess: a value that does not fit is rejected with its reason.
 */
package org.portolan.migrate.value;
