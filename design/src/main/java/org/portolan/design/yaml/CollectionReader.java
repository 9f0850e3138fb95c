package org.portolan.design.yaml;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.index.OrderedTree;
import org.portolan.types.KeyColumn;

/** Reads child collections. */
final class CollectionReader {
  private static final String RIGHT = "use rows, cells, object or object tree(n), or leave it out";

  private static final String NO_REFERENCES =
      "items cannot refer to rows: make them an entity, whose key begins with the key of their"
          + " owner, and give that the reference; ";

  private CollectionReader() {}

  /** A storage, with its tree if it has one. */
  private record Place(Storage storage, Optional<OrderedTree> tree) {}

  /** Returns the collection, or a stand-in without a key if the value is none. */
  static CollectionDesign read(String name, Value value) {
    Optional<Section> found = value.section("give the collection a 'key' and 'columns'");
    if (found.isEmpty()) {
      return new CollectionDesign(name, List.of(), List.of(), Storage.ROWS);
    }
    Section collection = found.get();
    List<KeyColumn> key =
        collection
            .require("key", "name the columns of the items' key: 'key: {number: int}'")
            .map(KeyReader::readItemKey)
            .orElse(List.of());
    Place place =
        collection
            .get("storage")
            .map(v -> readStorage(v).orElse(new Place(Storage.ROWS, Optional.empty())))
            .orElse(new Place(Storage.PORTABLE, Optional.empty()));
    ColumnReader.Columns columns =
        collection.get("columns").map(ColumnReader::itemColumns).orElse(ColumnReader.Columns.NONE);
    Optional<String> listedBy =
        collection
            .get("listed-by")
            .flatMap(v -> v.text("name another collection of the entity, which has all its keys"));
    var options = OptionsReader.read(collection);
    collection.finish(Map.of("references", NO_REFERENCES));
    return new CollectionDesign(
        name,
        key,
        columns.columns(),
        columns.rules(),
        place.storage(),
        place.tree(),
        listedBy,
        options);
  }

  private static Optional<Place> readStorage(Value value) {
    return value
        .text(RIGHT)
        .flatMap(
            text ->
                switch (text) {
                  case "rows" -> Optional.of(new Place(Storage.ROWS, Optional.empty()));
                  case "cells" -> Optional.of(new Place(Storage.CELLS, Optional.empty()));
                  case "object" -> Optional.of(new Place(Storage.OBJECT, Optional.empty()));
                  default -> readTree(value, text);
                });
  }

  private static Optional<Place> readTree(Value value, String text) {
    return LayoutReader.objectTree(
            value,
            text,
            "'" + text + "' is not a storage of items",
            "use rows (each item a row), cells (in the entity's own row), object (all items of a"
                + " row in one value) or object tree(n) (in leaves of at most n items)")
        .map(tree -> new Place(Storage.TREE, Optional.of(tree)));
  }
}
