package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ignite.IgniteBinary;
import org.apache.ignite.binary.BinaryField;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.binary.BinaryObjectBuilder;
import org.apache.ignite.binary.BinaryType;
import org.portolan.types.Column;
import org.portolan.types.Tuple;

/**
 * Values of declared columns as a binary object with a field of the same name for each, null
 * included, so that all objects of a type have one schema. Objects that are read may have another
 * type: that of fewer columns, from before an alteration of the table, or that of more columns,
 * from a client that knows a later one. A field that an object lacks is null. Thread-safe.
 */
final class BinaryForm {
  private final IgniteBinary binary;
  private final String typeName;
  private final List<FieldForm> fields;

  /**
   * Ignite's own access to the fields by their places in an object, for each type that was read, by
   * the type's number.
   */
  private volatile Map<Integer, List<BinaryField>> access = Map.of();

  /**
   * @param typeName used for these columns only: Ignite never forgets the fields of a type
   */
  BinaryForm(IgniteBinary binary, String typeName, List<Column> columns) {
    this.binary = binary;
    this.typeName = typeName;
    fields = columns.stream().map(FieldForm::new).toList();
  }

  /**
   * @param values checked values, one for each column
   */
  BinaryObject encode(List<?> values) {
    BinaryObjectBuilder object = binary.builder(typeName);
    for (int index = 0; index < fields.size(); index++) {
      FieldForm field = fields.get(index);
      set(object, field.name(), field.toField(values.get(index)), field.fieldClass());
    }
    return object.build();
  }

  private static <T> void set(
      BinaryObjectBuilder object, String name, Object value, Class<T> fieldClass) {
    object.setField(name, fieldClass.cast(value), fieldClass);
  }

  /**
   * Returns the values, one for each column; also null for columns that are not wanted.
   *
   * @param wanted null for all
   */
  List<Object> decode(BinaryObject object, boolean[] wanted) {
    List<BinaryField> places = access(object);
    List<Object> values = new ArrayList<>(fields.size());
    for (int index = 0; index < fields.size(); index++) {
      boolean skipped = wanted != null && !wanted[index];
      values.add(skipped ? null : fields.get(index).fromField(places.get(index).value(object)));
    }
    return Collections.unmodifiableList(values);
  }

  private List<BinaryField> access(BinaryObject object) {
    BinaryType type = object.type();
    List<BinaryField> made = access.get(type.typeId());
    if (made == null) {
      made = fields.stream().map(field -> type.field(field.name())).toList();
      Map<Integer, List<BinaryField>> more = new HashMap<>(access);
      more.put(type.typeId(), made);
      access = Map.copyOf(more);
    }
    return made;
  }

  Tuple decodeKey(BinaryObject object) {
    return new Tuple(decode(object, null));
  }
}
