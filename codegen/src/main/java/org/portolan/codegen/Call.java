package org.portolan.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Code that ends with arguments or parameters in parentheses.
 *
 * @param head everything before the parentheses
 * @param arguments text, or further calls
 */
record Call(String head, List<Object> arguments) {
  /** If the arguments do not fit on one line, each that is longer than this gets its own line. */
  private static final int SHORT_MAX = 10;

  Call {
    arguments = List.copyOf(arguments);
  }

  static Call of(String head, Object... arguments) {
    return new Call(head, Arrays.asList(arguments));
  }

  /** Returns this call with further arguments. */
  Call with(List<Object> further) {
    List<Object> all = new ArrayList<>(arguments);
    all.addAll(further);
    return new Call(head, all);
  }

  /** Returns this call with a further argument. */
  Call with(Object further) {
    return with(List.of(further));
  }

  /** Returns this call behind other code. */
  Call after(String code) {
    return new Call(code + head, arguments);
  }

  String flatArguments() {
    return String.join(", ", arguments.stream().map(Object::toString).toList());
  }

  /** Whether all arguments are short names, several of which share a line. */
  boolean isOfShortNames() {
    return arguments.stream()
        .allMatch(each -> each instanceof String text && text.matches("\\w{1," + SHORT_MAX + "}"));
  }

  /** Returns the call on one line. */
  @Override
  public String toString() {
    return head + "(" + flatArguments() + ")";
  }
}
