package org.portolan.engine.ignite;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Stand-ins for parts of Ignite, for failures that no cluster shows when a test wants them. */
final class Stubs {
  private Stubs() {}

  /**
   * Returns an object of an interface.
   *
   * @param answers by the names of methods; other methods answer with nothing, or with a stand-in
   */
  static <T> T of(Class<T> type, Map<String, Supplier<?>> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Supplier<?> answer = answers.get(method.getName());
              if (answer != null) {
                return answer.get();
              }
              return switch (method.getName()) {
                case "equals" -> self == arguments[0];
                case "hashCode" -> System.identityHashCode(self);
                case "toString" -> type.getSimpleName();
                default -> nothing(method.getReturnType());
              };
            }));
  }

  private static Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    if (type == int.class) {
      return 0;
    }
    if (type == List.class || type == Collection.class) {
      return List.of();
    }
    return type.isInterface() ? of(type, Map.of()) : null;
  }
}
