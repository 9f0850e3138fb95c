package org.portolan.design;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * Reads a design from a file, which is the source for messages, as {@link #read(String, String)}.
   *
   * @throws UncheckedIOException if the file cannot be read; the message names it
   */
  public static Design read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read design " + file, e);
    }
    return read(text, file.toString());
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
