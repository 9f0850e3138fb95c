package org.portolan.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;

/** The file of a design that a command is given. */
final class DesignFile {
  private DesignFile() {}

  /**
   * Reads a design.
   *
   * @throws UncheckedIOException if the file cannot be read; the message names it
   */
  static Design read(Path file) {
    try {
      return DesignReader.read(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read design " + file, e);
    }
  }
}
