package org.portolan.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Values;

/**
 * A key column or column, as a component of a record or a parameter of a method.
 *
 * @param nullable whether its value may be null
 * @param meaning its type and rules, for people
 */
record Field(String column, ColumnType type, boolean nullable, String meaning) {

  /** What every record has already, or must not have as a component. */
  private static final Set<String> METHODS_OF_RECORDS =
      Set.of(
          "clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

  /** Returns the fields of a row: its key, then its columns. */
  static List<Field> ofRow(Design design, EntityDesign entity) {
    List<Field> fields = new ArrayList<>(ofKey(entity.key()));
    for (FamilyDesign family : entity.families()) {
      for (Column column : family.columns()) {
        Collation collation = design.collation(entity, column.name());
        fields.add(of(column, family.rule(column.name()), collation));
      }
    }
    return fields;
  }

  /** Returns the fields of an item: its key, then its columns. */
  static List<Field> ofItem(CollectionDesign collection) {
    List<Field> fields = new ArrayList<>(ofKey(collection.itemKey()));
    collection
        .columns()
        .forEach(
            column -> fields.add(of(column, collection.rule(column.name()), Collation.BINARY)));
    return fields;
  }

  static List<Field> ofKey(List<KeyColumn> key) {
    return key.stream().map(Field::of).toList();
  }

  private static Field of(KeyColumn column) {
    return new Field(
        column.name(),
        column.type(),
        column.nullable(),
        "key column, "
            + column.type().spelling()
            + compared(column.collation())
            + (column.direction() == KeyColumn.Direction.DESCENDING ? ", descending" : "")
            + (column.nullable() ? ", may be null" : ""));
  }

  private static String compared(Collation collation) {
    return collation == Collation.BINARY ? "" : ", compared by " + collation.spelling();
  }

  private static Field of(Column column, ColumnRule rule, Collation collation) {
    String meaning = column.type().spelling() + compared(collation);
    if (column.type() instanceof CollectionType) {
      meaning += ", empty for null";
    } else if (rule.required()) {
      meaning += ", required";
    } else if (rule.defaultValue().isPresent()) {
      meaning += ", null to insert its default";
    } else {
      meaning += ", may be null";
    }
    return new Field(
        column.name(), column.type(), !rule.required(), meaning + bounds(column.type(), rule));
  }

  /** Returns the least and greatest value, except of text, which may end a comment. */
  private static String bounds(ColumnType type, ColumnRule rule) {
    if (!(type instanceof ScalarType scalar) || scalar.kind().javaClass() == String.class) {
      return "";
    }
    return rule.min().map(least -> ", min " + Values.render(scalar, least)).orElse("")
        + rule.max().map(greatest -> ", max " + Values.render(scalar, greatest)).orElse("");
  }

  /** Returns a column as an index has it: an element of a set, and never null. */
  static Field indexed(List<Field> fields, String column) {
    Field field =
        fields.stream().filter(each -> each.column().equals(column)).findFirst().orElseThrow();
    return new Field(column, field.type().element(), false, field.meaning());
  }

  /** Returns the type and name of a component. */
  String component(String name, JavaText source) {
    String renamed = "";
    if (!name.equals(Identifiers.variable(column))) {
      source.use("org.portolan.data.records.ColumnName");
      renamed = "@ColumnName(\"" + column + "\") ";
    }
    return renamed + parameter(name, source);
  }

  /** Returns the type and name of a parameter. */
  String parameter(String name, JavaText source) {
    return JavaTypes.of(type, nullable, source) + " " + name;
  }

  /** Returns the names of components, in the order of the fields. */
  static List<String> components(List<Field> fields) {
    return variables(fields, METHODS_OF_RECORDS);
  }

  /**
   * Returns the names of variables, in the order of the fields.
   *
   * @param reserved other names that the code uses
   */
  static List<String> variables(List<Field> fields, Set<String> reserved) {
    Scope scope = new Scope(reserved);
    return fields.stream().map(field -> scope.take(Identifiers.variable(field.column()))).toList();
  }
}
