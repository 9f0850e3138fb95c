package org.portolan.design;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.design.check.Findings;
import org.portolan.design.yaml.MappingFile;

/** Reads mappings from YAML files. Thread-safe. */
public final class MappingReader {
  private MappingReader() {}

  /**
   * Reads a mapping.
   *
   * @param design the design that receives the rows
   * @param sourceName the source of the text, for messages
   * @throws InvalidDesignException if the text is not YAML, or does not fit the design; it lists
   *     all problems at once, each with its line
   */
  public static Mapping read(String text, Design design, String sourceName) {
    Findings findings = new Findings();
    Mapping mapping = MappingFile.read(text, design, findings);
    if (!findings.isEmpty()) {
      throw new InvalidDesignException(sourceName, findings.problems());
    }
    return mapping;
  }

  /**
   * Reads a mapping from a file, as {@link #read(String, Design, String)}.
   *
   * @throws UncheckedIOException if the file cannot be read; the message names it
   */
  public static Mapping read(Path file, Design design) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read mapping " + file, e);
    }
    return read(text, design, file.toString());
  }
}
