package org.portolan.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Columns as parameters of methods that take a key or the value of an index. */
final class Parameters {
  private final List<Object> declared = new ArrayList<>();
  private final List<Object> names;

  /**
   * @param reserved other names that the methods use
   * @param source imports the types
   */
  Parameters(List<Field> fields, Set<String> reserved, JavaText source) {
    List<String> variables = Field.variables(fields, reserved);
    for (int index = 0; index < fields.size(); index++) {
      declared.add(fields.get(index).parameter(variables.get(index), source));
    }
    names = List.copyOf(variables);
  }

  /** Returns a signature that takes the columns, behind other parameters. */
  Call of(String head, Object... first) {
    return call(head, first, declared);
  }

  /** Returns a call that passes the columns on, behind other arguments. */
  Call passed(String head, Object... first) {
    return call(head, first, names);
  }

  private static Call call(String head, Object[] first, List<Object> columns) {
    List<Object> all = new ArrayList<>(Arrays.asList(first));
    all.addAll(columns);
    return new Call(head, all);
  }
}
