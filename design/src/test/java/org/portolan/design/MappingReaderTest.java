package org.portolan.design;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class MappingReaderTest {
  private static final Design SHOP =
      DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            order:
              key: {shop: text, number: long}
              families:
                main: {customer: text, placed: timestamp, tags: set of text}
                delivery: {street: text}
              collections:
                lines:
                  key: {position: int}
                  columns: {sku: text, pieces: int}
            visit:
              key: {digest: bytes, copy: int}
              families: {main: {page: text}}
            sequence:
              key: {name: text}
              families: {main: {next: long, note: text}}
          """,
          "shop");

  /** Each mapping is written as it is read, or gives all its problems. */
  @TestFactory
  Stream<DynamicTest> read_mapping() {
    return TextScripts.of("mappings", "read", MappingReaderTest::read);
  }

  private static String read(String text, String name) {
    try {
      String written = MappingWriter.write(MappingReader.read(text, SHOP, name));
      return MappingWriter.write(MappingReader.read(written, SHOP, name));
    } catch (InvalidDesignException e) {
      return e.listing() + "\n";
    }
  }
}
