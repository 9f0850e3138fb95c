package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** An update checks the columns that it changes, and keeps all others. */
class PartialUpdateTest {
  private static final Tuple KEY = Tuple.of(1L);
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: updated
          entities:
            page:
              key: {id: long}
              families: {main: {title: text, size: int}, more: {tags: set of text, note: text}}
          """,
          "updated");

  @TempDir Path directory;

  @Test
  void update_ofSomeColumns_keepsTheOthersAndChecksTheChanged() {
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      Map<String, Object> values =
          Map.of("title", "Title", "size", 7, "tags", Set.of("b", "a"), "note", "old");
      store.write(
          transaction -> {
            transaction.put("page", KEY, values);
            return null;
          });
      update(store, Map.of("size", 8));
      update(store, Collections.singletonMap("note", null));
      EntityRow row = store.get("page", KEY, Columns.ALL).orElseThrow();
      assertThat(row.text("title")).isEqualTo("Title");
      assertThat(row.intValue("size")).isEqualTo(8);
      assertThat(row.texts("tags")).containsExactly("a", "b");
      assertThat(row.value("note")).isNull();
      List<Map<String, Object>> wrong =
          List.of(
              Map.of("size", "eight"),
              Map.of("title", "\uD800"),
              Map.of("tags", Set.of(3)),
              Map.of("absent", 1));
      for (Map<String, Object> changes : wrong) {
        assertThatThrownBy(() -> update(store, changes))
            .as(changes.toString())
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(store.get("page", KEY, Columns.ALL)).contains(row);
    }
  }

  private static void update(Store store, Map<String, Object> changes) {
    boolean found = store.write(transaction -> transaction.update("page", KEY, changes));
    assertThat(found).isTrue();
  }
}
