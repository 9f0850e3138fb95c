package org.portolan.codegen;

import java.util.ArrayList;
import java.util.List;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;

/** Writes the record of an entity's rows, with those of its items and the names of all columns. */
final class RowRecord {
  /** What a constructor can take, beside the object itself. A long takes two. */
  private static final int SLOTS_MAX = 254;

  private final EntityDesign entity;
  private final ClassNames names;
  private final JavaText source;

  private RowRecord(EntityDesign entity, ClassNames names, String head) {
    this.entity = entity;
    this.names = names;
    this.source = new JavaText(head);
  }

  static JavaFile of(Design design, EntityDesign entity, ClassNames names, String head) {
    RowRecord record = new RowRecord(entity, names, head);
    record.write(design);
    return new JavaFile(names.row(entity), record.source.toString());
  }

  private void write(Design design) {
    record(
        "A row of the entity '" + entity.name() + "'.",
        "entity '" + entity.name() + "'",
        names.row(entity),
        Field.ofRow(design, entity));
    for (CollectionDesign collection : entity.collections()) {
      source.blank();
      record(
          "An item of the collection '" + collection.name() + "'.",
          "collection '" + entity.name() + "." + collection.name() + "'",
          names.item(entity, collection),
          Field.ofItem(collection));
      source.close();
    }
    source.close();
  }

  /** Writes a record and leaves it open. */
  private void record(String document, String owner, String name, List<Field> fields) {
    requireFitting(owner, fields);
    List<String> components = Field.components(fields);
    List<Object> parameters = new ArrayList<>();
    List<String> tags = new ArrayList<>();
    for (int index = 0; index < fields.size(); index++) {
      parameters.add(fields.get(index).component(components.get(index), source));
      tags.add("@param " + components.get(index) + " " + fields.get(index).meaning());
    }
    source.document(document, tags);
    source.open(new Call("public record " + name, parameters));
    boolean first = true;
    for (Field field : fields) {
      if (!first) {
        source.blank();
      }
      first = false;
      source.document("The name of the column '" + field.column() + "'.");
      source.constant(Identifiers.constant(field.column()), field.column());
    }
  }

  private static void requireFitting(String owner, List<Field> fields) {
    int slots =
        fields.stream().mapToInt(each -> JavaTypes.slots(each.type(), each.nullable())).sum();
    if (slots > SLOTS_MAX) {
      throw new GenerationException(
          "cannot generate a record for "
              + owner
              + ": its "
              + fields.size()
              + " columns are more than a record of Java can have ("
              + SLOTS_MAX
              + ", where a long that is never null counts twice); use maps, or records of some of"
              + " the columns");
    }
  }
}
