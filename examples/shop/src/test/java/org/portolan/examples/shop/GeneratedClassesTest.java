package org.portolan.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.codegen.DesignClasses;

/** The generated classes are those of the design; {@code portolan generate} makes them so. */
class GeneratedClassesTest {
  private static final Path DESIGN = Path.of("src/main/resources/shop.yaml");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final String PACKAGE = "org.portolan.examples.shop.rows";

  @TempDir Path directory;

  @Test
  void classes_areThoseOfTheDesign() {
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      DesignClasses.generate(DESIGN, PACKAGE, SOURCES);
    }
    DesignClasses.generate(DESIGN, PACKAGE, directory);
    Path rows = Path.of(PACKAGE.replace('.', '/'));
    assertThat(SOURCES.resolve(rows).toFile().list())
        .containsExactlyInAnyOrder(directory.resolve(rows).toFile().list());
    for (String file : directory.resolve(rows).toFile().list()) {
      assertThat(SOURCES.resolve(rows).resolve(file))
          .hasSameTextualContentAs(directory.resolve(rows).resolve(file));
    }
  }
}
