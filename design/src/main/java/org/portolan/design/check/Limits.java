package org.portolan.design.check;

/** Limits on the size of a design. A larger design is a mistake of its author or of a program. */
final class Limits {
  static final int COLUMNS_MAX = 1_000;
  static final int KEY_COLUMNS_MAX = 16;
  static final int FAMILIES_MAX = 50;
  static final int COLLECTIONS_MAX = 50;
  static final int INDEXES_MAX = 100;
  static final int COUNTERS_MAX = 100;
  static final int REFERENCES_MAX = 50;

  private Limits() {}

  static void check(Findings findings, String path, long count, int most, String what) {
    if (count > most) {
      findings.add(path, "there are " + count + " " + what, "use at most " + most);
    }
  }
}
