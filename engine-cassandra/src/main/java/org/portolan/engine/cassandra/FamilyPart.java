package org.portolan.engine.cassandra;

import org.portolan.engine.adapter.DeclaredColumns;

/** What holds a family in CQL. */
sealed interface FamilyPart permits ColumnsPart, ItemsPart {
  /** Returns what the family declares: its columns, or those of its items. */
  DeclaredColumns declared();
}
