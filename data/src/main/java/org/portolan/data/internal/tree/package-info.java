/**
 * B-trees, one row for each node: the members of an index or the items of a collection in order.
 * Depends on the schema and on access; the packages {@code index}, {@code read} and {@code write}
 * hand it the indexes and collections of this layout.
 */
package org.portolan.data.internal.tree;
