package org.portolan.codegen;

import java.util.List;
import java.util.Optional;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/** Writes the methods that read rows, or their keys, by the indexes of an entity. */
final class IndexMethods {
  private final EntityDesign entity;
  private final String row;
  private final List<Field> fields;
  private final Scope methods;
  private final JavaText source;

  /**
   * @param row the class of a row
   * @param methods the names of methods that are taken
   */
  IndexMethods(
      EntityDesign entity, String row, List<Field> fields, Scope methods, JavaText source) {
    this.entity = entity;
    this.row = row;
    this.fields = fields;
    this.methods = methods;
    this.source = source;
  }

  void write() {
    entity.indexes().forEach(this::index);
    if (entity.indexes().stream().anyMatch(IndexDesign::unique)) {
      first();
    }
  }

  private void index(IndexDesign index) {
    source.use(
        "org.portolan.data.Paging", "org.portolan.data.Slice", "org.portolan.data.StoreReader");
    List<Field> on = index.on().stream().map(column -> Field.indexed(fields, column)).toList();
    Parameters value = new Parameters(on, RowsClass.VARIABLES, source);
    String constant = RowsClass.constantName("index", index.name());
    Object tuple = on.isEmpty() ? "Tuple.EMPTY" : value.passed("Tuple.of");
    String variable = Identifiers.variable(index.name());
    String name = methods.take(variable, variable + "Index");
    if (index.unique()) {
      source.use(Optional.class.getName());
      uniqueIndex(index, name, value, constant, tuple);
      return;
    }
    String described = "the index '" + index.name() + "'";
    source.blank();
    source.document("Reads a page of " + described + " and its rows: two round trips.");
    source.method(
        value.of("public Slice<" + row + "> " + name, RowsClass.READER).with(RowsClass.PAGING),
        Call.of("return entity.index", "reader", constant, tuple, "paging"));
    source.blank();
    source.document("Reads a page of keys of " + described + ": one round trip.");
    source.method(
        value
            .of("public Slice<Tuple> " + methods.take(name + "Keys"), RowsClass.READER)
            .with(RowsClass.PAGING),
        Call.of("return reader.index", constant, tuple, "paging"));
  }

  private void uniqueIndex(
      IndexDesign index, String name, Parameters value, String constant, Object tuple) {
    String described = "a value in the unique index '" + index.name() + "'";
    source.blank();
    source.document("Reads the row that has " + described + ": two round trips.");
    source.method(
        value.of("public Optional<" + row + "> " + name, RowsClass.READER),
        Call.of(
            "return first",
            Call.of("entity.index", "reader", constant, tuple, Call.of("Paging.first", "1"))));
    source.blank();
    source.document("Reads the key of the row that has " + described + ": one round trip.");
    source.method(
        value.of("public Optional<Tuple> " + methods.take(name + "Key"), RowsClass.READER),
        Call.of(
            "return first",
            Call.of("reader.index", constant, tuple, Call.of("Paging.first", "1"))));
  }

  private void first() {
    source.blank();
    source.open("private static <T> Optional<T> first(Slice<T> slice)");
    source.line("return slice.entries().stream().findFirst();");
    source.close();
  }
}
