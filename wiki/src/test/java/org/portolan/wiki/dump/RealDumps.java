package org.portolan.wiki.dump;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The real dumps, which exist beside the project's checkout on some machines. */
public final class RealDumps {
  private RealDumps() {}

  /** Returns a dump, or skips the calling test. */
  public static Path require(String name) {
    var root = Path.of(System.getProperty("portolan.root", ".")).toAbsolutePath();
    var file = root.resolve("../shared/data/wikis").resolve(name).normalize();
    assumeTrue(Files.exists(file), () -> "skipped: there is no " + file);
    return file;
  }
}
