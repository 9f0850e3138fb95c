package org.portolan.codegen;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.design.EntityDesign;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/** Writes the methods that change the rows of an entity. */
final class WriteMethods {
  private final EntityDesign entity;
  private final String row;
  private final Parameters key;
  private final Scope methods;
  private final JavaText source;

  /**
   * @param row the class of a row
   * @param methods the names of methods that are taken
   */
  WriteMethods(EntityDesign entity, String row, Parameters key, Scope methods, JavaText source) {
    this.entity = entity;
    this.row = row;
    this.key = key;
    this.methods = methods;
    this.source = source;
  }

  void write() {
    source.use("org.portolan.data.StoreTransaction");
    boolean found = entity.keyLayout().answersLookup();
    if (found) {
      write("void", "insert", "Writes a row that must not exist, see {@link Entity#insert}.");
    }
    write("void", "put", "Writes a row, whether or not it exists.");
    if (found) {
      write(
          "boolean",
          "update",
          "Changes all columns of a row; returns whether the row exists, and changes nothing if it"
              + " does not.");
      source.blank();
      source.document("Deletes a row with its collections; returns whether it existed.");
      source.method(
          key.of("public boolean delete", RowsClass.TRANSACTION),
          key.passed("return entity.delete", "transaction"));
      entity.columns().filter(column -> !refers(column)).forEach(this::add);
    }
  }

  private void write(String result, String name, String document) {
    source.blank();
    source.document(document);
    source.method(
        Call.of("public " + result + " " + name, RowsClass.TRANSACTION, row + " row"),
        Call.of((result.equals("void") ? "" : "return ") + "entity." + name, "transaction", "row"));
  }

  /** A number that refers to a row is a name, to which nobody adds. */
  private boolean refers(Column column) {
    return entity.references().stream()
        .anyMatch(reference -> reference.on().contains(column.name()));
  }

  /** An addition to a number; the other columns stay. */
  private void add(Column column) {
    if (!(column.type() instanceof ScalarType type)) {
      return;
    }
    switch (type.kind()) {
      case INT, LONG -> add(column, OptionalLong.class, "OptionalLong", "long");
      case DECIMAL -> add(column, Optional.class, "Optional<BigDecimal>", "BigDecimal");
      default -> {
        // No number.
      }
    }
  }

  private void add(Column column, Class<?> imported, String result, String number) {
    source.use(imported.getName());
    if (number.equals("BigDecimal")) {
      source.use(BigDecimal.class.getName());
    }
    source.blank();
    source.document(
        "Adds to '"
            + column.name()
            + "', see {@link Entity#add}; returns the new value if there is such a row.");
    source.method(
        key.of(
                "public " + result + " " + methods.take("addTo" + Identifiers.type(column.name())),
                RowsClass.TRANSACTION)
            .with(number + " delta"),
        Call.of(
            "return entity.add",
            "transaction",
            key.passed("key"),
            row + "." + Identifiers.constant(column.name()),
            "delta"));
  }
}
