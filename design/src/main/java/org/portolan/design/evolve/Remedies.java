package org.portolan.design.evolve;

import java.util.List;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;

/** What leads to the new design where a store cannot take it. */
final class Remedies {
  private static final String EXPORT =
      "export the store and import it with the new design into another one";
  private static final String PROGRAM =
      "copy the rows into another store by a program ('Changing the design' in"
          + " docs/your-application.md has one)";

  private final boolean imports;

  /**
   * @param changes all changes: an import of the new design is refused because of any of them
   */
  Remedies(List<DesignChange> changes) {
    this.imports = changes.stream().allMatch(change -> isImported(change, changes));
  }

  /** Returns the way to a design whose rows only lie elsewhere. */
  String export() {
    return imports ? EXPORT : PROGRAM;
  }

  String program() {
    return PROGRAM;
  }

  /** Returns the way to another list or counter of the same name. */
  String rename(String kind) {
    return "give the " + kind + " another name: then the old one is dropped and the new one built";
  }

  /** Returns whether an import into the new design takes the rows in spite of a change. */
  private static boolean isImported(DesignChange change, List<DesignChange> all) {
    if (change instanceof DesignChange.EntityDropped
        || change instanceof DesignChange.CollectionDropped
        || change instanceof DesignChange.ColumnRenamed) {
      return false;
    }
    if (change instanceof DesignChange.KeyChanged key) {
      return isImported(key.before().key(), key.after().key());
    }
    if (change instanceof DesignChange.ItemKeyChanged key) {
      return isImported(key.before().itemKey(), key.after().itemKey());
    }
    if (change instanceof DesignChange.ColumnRetyped retyped) {
      return isText(retyped.before().type()) && isText(retyped.after().type());
    }
    if (change instanceof DesignChange.ColumnAdded added) {
      return !added.rule().required() || added.rule().defaultValue().isPresent();
    }
    if (change instanceof DesignChange.ColumnDropped dropped) {
      return Moves.newPlace(dropped.part(), dropped.column().name(), all).isPresent();
    }
    if (change instanceof DesignChange.FamilyDropped dropped) {
      Part part = Part.family(dropped.entity(), dropped.family().name());
      return dropped.family().columns().stream()
          .allMatch(column -> Moves.newPlace(part, column.name(), all).isPresent());
    }
    return true;
  }

  /** As the import compares keys: see the reasons of its refusals. */
  private static boolean isImported(List<KeyColumn> before, List<KeyColumn> after) {
    if (!columns(before).equals(columns(after))) {
      return false;
    }
    for (int position = 0; position < before.size(); position++) {
      Collation from = before.get(position).collation();
      Collation to = after.get(position).collation();
      boolean finer =
          from == to
              || to == Collation.BINARY
              || (from == Collation.ACCENT_AND_CASE_INSENSITIVE
                  && to == Collation.CASE_INSENSITIVE);
      boolean takesNulls = after.get(position).nullable() || !before.get(position).nullable();
      if (!finer || !takesNulls) {
        return false;
      }
    }
    return true;
  }

  private static List<Column> columns(List<KeyColumn> key) {
    return key.stream().map(column -> new Column(column.name(), column.type())).toList();
  }

  private static boolean isText(ColumnType type) {
    return type instanceof ScalarType scalar
        && (scalar.kind() == Kind.TEXT || scalar.kind() == Kind.COMPRESSED_TEXT);
  }
}
