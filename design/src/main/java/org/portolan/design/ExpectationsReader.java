package org.portolan.design;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.design.check.Findings;
import org.portolan.design.yaml.ExpectationsFile;

/** Reads the expectations of a design's data from a YAML file. Thread-safe. */
public final class ExpectationsReader {
  private ExpectationsReader() {}

  /**
   * Reads expectations.
   *
   * @param design the design whose entities, columns, collections and indexes the text names
   * @param sourceName the source of the text, for messages
   * @throws InvalidDesignException if the text is not YAML, or names what the design does not have;
   *     it lists all problems at once, each with its line
   */
  public static Expectations read(String text, Design design, String sourceName) {
    Findings findings = new Findings();
    Expectations expectations = ExpectationsFile.read(text, design, findings);
    if (!findings.isEmpty()) {
      throw new InvalidDesignException(sourceName, findings.problems());
    }
    return expectations;
  }

  /**
   * Reads expectations from a file, as {@link #read(String, Design, String)}.
   *
   * @throws UncheckedIOException if the file cannot be read; the message names it
   */
  public static Expectations read(Path file, Design design) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read expectations " + file, e);
    }
    return read(text, design, file.toString());
  }
}
