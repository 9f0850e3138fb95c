package org.portolan.codegen;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** The types of columns in Java, as {@code org.portolan.data.records} wants them. */
final class JavaTypes {
  private static final Map<Class<?>, String> PRIMITIVES =
      Map.of(Integer.class, "int", Long.class, "long", Boolean.class, "boolean");

  private JavaTypes() {}

  /**
   * Returns the type of a column.
   *
   * @param nullable whether the value may be null, so that it needs an object
   * @param source imports what the type names
   */
  static String of(ColumnType type, boolean nullable, JavaText source) {
    if (type instanceof CollectionType collection) {
      boolean set = collection.kind() == CollectionType.Kind.SET;
      source.use(set ? Set.class.getName() : List.class.getName());
      return (set ? "Set<" : "List<") + of(type.element(), true, source) + ">";
    }
    Class<?> object = type.element().kind().javaClass();
    if (!nullable && PRIMITIVES.containsKey(object)) {
      return PRIMITIVES.get(object);
    }
    if (!object.getPackageName().equals("java.lang")) {
      source.use(object.getName());
    }
    return object.getSimpleName();
  }

  /** Returns the number of slots that a parameter of the type takes; a method has 255. */
  static int slots(ColumnType type, boolean nullable) {
    boolean wide =
        !nullable && type instanceof ScalarType scalar && scalar.kind() == ScalarType.Kind.LONG;
    return wide ? 2 : 1;
  }
}
