package org.portolan.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** An application of the tests: notes with an author, and how many notes each author has. */
final class Notes {
  static final Design DESIGN = design();

  private Notes() {}

  private static Design design() {
    try (InputStream file = Notes.class.getResourceAsStream("/notes.yaml")) {
      return DesignReader.read(
          new String(file.readAllBytes(), StandardCharsets.UTF_8), "notes.yaml");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a note, once. */
  static void add(Store store, String id, String author) {
    store.write(tx -> add(tx, id, author));
  }

  static boolean add(StoreTransaction tx, String id, String author) {
    if (exists(tx, id)) {
      return false;
    }
    int before = notesOf(tx, author);
    tx.put("note", Tuple.of(id), Map.of("author", author, "words", 3));
    tx.putItem("note", Tuple.of(id), "remarks", Tuple.of(1), Map.of("text", "a remark"));
    tx.put("author", Tuple.of(author), Map.of("notes", before + 1));
    return true;
  }

  static boolean exists(StoreReader reader, String id) {
    return reader.get("note", Tuple.of(id), Columns.ALL).isPresent();
  }

  static int notesOf(StoreReader reader, String author) {
    Optional<Object> notes =
        reader.get("author", Tuple.of(author), Columns.ALL).map(row -> row.values().get("notes"));
    return (int) notes.orElse(0);
  }

  static List<Tuple> listed(Store store, String author) {
    return store.index("notes_of_author", Tuple.of(author), Paging.first(99)).entries();
  }
}
