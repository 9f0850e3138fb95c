package org.portolan.engine.ignite;

import java.util.List;
import org.apache.ignite.binary.BinaryObject;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Row;
import org.portolan.engine.adapter.DeclaredColumns;

/** A family of a table and the cache that holds it, by the row's key. */
sealed interface FamilyHandle {
  String name();

  String cache();

  /** Columns as a binary object. */
  record OfColumns(ColumnFamily family, DeclaredColumns declared, String cache, BinaryForm form)
      implements FamilyHandle {
    @Override
    public String name() {
      return family.name();
    }

    /** Checks the values and encodes them. */
    BinaryObject encode(List<Object> values) {
      return form.encode(declared.checked(values));
    }
  }

  /** A counter as a long; {@link Row#counter} is zero if there is none. */
  record OfCounter(String name, String cache) implements FamilyHandle {}
}
