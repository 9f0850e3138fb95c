package org.portolan.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.wiki.WikiModel;

/** A design as a command names it: a file, or a shipped design. */
final class DesignArgument {
  private DesignArgument() {}

  /**
   * Reads and checks a design, with its options for every engine.
   *
   * @param name of a file or, if there is no such file, of a shipped design
   */
  static Design read(String name) {
    Design found = found(name);
    DesignOptions.check(found, name);
    return found;
  }

  private static Design found(String name) {
    Path file = Path.of(name);
    if (!Files.exists(file)) {
      for (WikiModel model : WikiModel.values()) {
        if (model.spelling().equals(name)) {
          return model.design();
        }
      }
    }
    return DesignReader.read(file);
  }
}
