package org.portolan.engine.cassandra;

import org.portolan.engine.adapter.DeclaredColumns;

/** The part of the CQL tables that holds a family. */
sealed interface FamilyPart permits ColumnsPart, ItemsPart {
  /** Returns the declared columns of the family, or of its items. */
  DeclaredColumns declared();
}
