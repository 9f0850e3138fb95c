/**
 * Builds and removes what a store derives from rows that are there already: indexes, lists of
 * referring rows and counters, while no other process has the store open. Depends on the forms of
 * lists and counters and on the check; nothing but the evolution of a store depends on it.
 */
package org.portolan.data.internal.build;
