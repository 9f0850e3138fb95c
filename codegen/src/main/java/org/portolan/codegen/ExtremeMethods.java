package org.portolan.codegen;

import java.util.List;
import java.util.Optional;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;

/** Writes the methods that read the least and greatest values of an entity's columns. */
final class ExtremeMethods {
  private final EntityDesign entity;
  private final List<Field> fields;
  private final Scope methods;
  private final JavaText source;

  /**
   * @param methods the names of methods that are taken
   */
  ExtremeMethods(EntityDesign entity, List<Field> fields, Scope methods, JavaText source) {
    this.entity = entity;
    this.fields = fields;
    this.methods = methods;
    this.source = source;
  }

  void write() {
    if (entity.extremes().isEmpty()) {
      return;
    }
    source.use("org.portolan.data.StoreReader", Optional.class.getName());
    entity.extremes().forEach(this::extreme);
    source.blank();
    source.method(
        Call.of(
            "private static <T> Optional<T> extreme",
            RowsClass.READER,
            "Class<T> type",
            "String counter",
            "Tuple group"),
        Call.of("return reader.extreme(counter, group).map", "type::cast"));
  }

  private void extreme(ExtremeDesign extreme) {
    List<Field> by = extreme.by().stream().map(column -> Field.indexed(fields, column)).toList();
    Parameters group = new Parameters(by, RowsClass.VARIABLES, source);
    String type = JavaTypes.of(Field.indexed(fields, extreme.column()).type(), true, source);
    String name = methods.take(Identifiers.variable(extreme.name()) + "Counter");
    source.blank();
    source.document(
        "Reads the counter '"
            + extreme.name()
            + "', "
            + extreme.shown()
            + "; empty if there is none.");
    source.method(
        group.of("public Optional<" + type + "> " + name, RowsClass.READER),
        Call.of(
            "return extreme",
            "reader",
            type + ".class",
            RowsClass.constantName("counter", extreme.name()),
            by.isEmpty() ? "Tuple.EMPTY" : group.passed("Tuple.of")));
  }
}
