package org.portolan.codegen;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/**
 * The identifiers of a scope that must differ. They differ in more than case, because the names of
 * classes are those of files, and some file systems ignore case. The same names taken in the same
 * order give the same identifiers.
 */
final class Scope {
  private final Set<String> reserved;
  private final Set<String> taken = new HashSet<>();

  /**
   * @param reserved what nothing of the design may be called here, beside the words of Java
   */
  Scope(Set<String> reserved) {
    this.reserved = Set.copyOf(reserved);
  }

  /**
   * Takes the first identifier that is free. If none is, the last one with underscores at its end.
   */
  String take(String... candidates) {
    for (String candidate : candidates) {
      if (isFree(candidate)) {
        taken.add(key(candidate));
        return candidate;
      }
    }
    return take(candidates[candidates.length - 1] + "_");
  }

  private boolean isFree(String candidate) {
    return !SourceVersion.isKeyword(candidate)
        && !reserved.contains(candidate)
        && !taken.contains(key(candidate));
  }

  private static String key(String identifier) {
    return identifier.toLowerCase(Locale.ROOT);
  }
}
