package org.portolan.design;

import java.util.List;
import org.portolan.design.check.DesignRules;
import org.portolan.design.check.Findings;
import org.portolan.design.yaml.DesignFile;

/** Reads designs in the format of {@code design.yaml}. Thread-safe. */
public final class DesignReader {
  private DesignReader() {}

  /**
   * Reads a design and checks it against every rule.
   *
   * @param sourceName the source of the text, for messages
   * @throws InvalidDesignException if the text is not YAML, is not a design, or is a design that
   *     breaks a rule; it lists all problems at once, each with its line
   */
  public static Design read(String text, String sourceName) {
    Findings findings = new Findings();
    var design = DesignFile.read(text, findings);
    design.ifPresent(found -> DesignRules.check(found, findings));
    if (!findings.isEmpty()) {
      throw new InvalidDesignException(sourceName, findings.problems());
    }
    return design.orElseThrow();
  }

  /**
   * Checks a design that a program made against the rules that {@link #read} applies.
   *
   * @return the problems, without lines; empty if the design is sound
   */
  public static List<Problem> problems(Design design) {
    Findings findings = new Findings();
    DesignRules.check(design, findings);
    return findings.problems();
  }
}
