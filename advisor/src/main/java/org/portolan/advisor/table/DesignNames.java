package org.portolan.advisor.table;

import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Names for a design: made from those of a database, valid, and different within one scope. Not
 * thread-safe.
 */
public final class DesignNames {
  /** The table that a store has for its counters, whose name no entity can have. */
  public static final String COUNTERS = "counters";

  private static final int LENGTH_MAX = 48;

  /** Columns that row keys have beside those of the key. */
  private static final Set<String> OF_ROW_KEYS = Set.of("prefix");

  private final Set<String> taken = new HashSet<>();

  /** Returns a name that no earlier call returned. */
  public String take(String wanted) {
    String base = valid(wanted);
    String name = base;
    for (int number = 2; OF_ROW_KEYS.contains(name) || !taken.add(name); number++) {
      String end = "_" + number;
      name = base.substring(0, Math.min(base.length(), LENGTH_MAX - end.length())) + end;
    }
    return name;
  }

  /** Returns a name made of parts: {@code orders_by_customer_and_placed}. */
  public static String joined(String first, String between, List<String> parts) {
    return valid(first + "_" + between + "_" + String.join("_and_", parts));
  }

  static String valid(String wanted) {
    String plain =
        Normalizer.normalize(wanted, Normalizer.Form.NFKD)
            .replaceAll("\\p{M}", "")
            .replaceAll("([a-z0-9])([A-Z])", "$1_$2")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "_")
            .replaceAll("^_+|_+$", "");
    if (plain.isEmpty() || !Character.isLetter(plain.charAt(0))) {
      plain = plain.isEmpty() ? "unnamed" : "n" + plain;
    }
    if (plain.startsWith("portolan_")) {
      plain = "the_" + plain;
    }
    return plain.length() <= LENGTH_MAX
        ? plain
        : plain.substring(0, LENGTH_MAX).replaceAll("_+$", "");
  }
}
