package org.portolan.data.internal.auto;

import org.portolan.design.index.IndexLayout;

/**
 * A change of the layout of an index.
 *
 * @param back whether it takes back the last move, which did not keep its promise
 * @param bytes what the building writes
 * @param reason for people, with its figures
 */
record Move(IndexLayout from, IndexLayout to, boolean back, long bytes, String reason) {}
