package org.portolan.design.check;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The rule for names: every engine must accept them without quotes. Cassandra has the tightest
 * limit, 48 characters.
 */
final class Names {
  static final int LENGTH_MAX = 48;
  static final String RESERVED_PREFIX = "portolan_";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final Pattern DESIGN_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]*");

  private final Findings findings;

  Names(Findings findings) {
    this.findings = findings;
  }

  /** Checks the name of an entity, family, column, collection, index or counter. */
  void check(String path, String name) {
    if (!NAME.matcher(name).matches()) {
      findings.add(
          path,
          "'" + name + "' is not a name",
          "begin with a small letter and use small letters, digits and '_' only");
    } else if (name.startsWith(RESERVED_PREFIX)) {
      findings.add(
          path,
          "names that begin with '" + RESERVED_PREFIX + "' are reserved",
          "choose another name");
    }
    checkLength(path, name);
  }

  void checkDesign(String name) {
    if (findings.isUnreadable("design")) {
      return;
    }
    if (!DESIGN_NAME.matcher(name).matches()) {
      findings.add(
          "design",
          "'" + name + "' is not a name for a design",
          "use letters, digits and hyphens only");
    }
    checkLength("design", name);
  }

  void checkLength(String path, String name) {
    if (name.length() > LENGTH_MAX) {
      findings.add(
          path,
          "the name '" + name + "' has " + name.length() + " characters",
          "use at most " + LENGTH_MAX);
    }
  }

  /** Names that must differ within some scope, each with a description of the thing it names. */
  static final class Scope {
    private final Findings findings;
    private final Map<String, String> taken = new HashMap<>();

    Scope(Findings findings) {
      this.findings = findings;
    }

    /** Takes a name, or reports that another part has it. */
    void take(String path, String name, String what) {
      if (avoid(path, name, what)) {
        taken.put(name, what);
      }
    }

    /** Reports if another part has the name, without taking it; returns whether it is free. */
    boolean avoid(String path, String name, String what) {
      String other = taken.get(name);
      if (other != null) {
        findings.add(
            path, what + " has the same name as " + other, "give one of them another name");
      }
      return other == null;
    }
  }
}
