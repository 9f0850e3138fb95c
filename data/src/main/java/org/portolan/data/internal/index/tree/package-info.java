/**
 * Indexes whose members are kept in order in the nodes of a B-tree, one row for each node. Depends
 * on the schema and on reads; the package {@code index} hands it the indexes of this layout.
 */
package org.portolan.data.internal.index.tree;
