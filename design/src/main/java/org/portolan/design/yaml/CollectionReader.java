package org.portolan.design.yaml;

import java.util.List;
import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;

/** Reads child collections. */
final class CollectionReader {
  private CollectionReader() {}

  /** Returns the collection, or a stand-in without a key if the value is none. */
  static CollectionDesign read(String name, Value value) {
    Optional<Section> found =
        value.section("give the collection a 'key', a 'storage' and 'columns'");
    if (found.isEmpty()) {
      return new CollectionDesign(name, List.of(), List.of(), Storage.ROWS);
    }
    Section collection = found.get();
    List<KeyColumn> key =
        collection
            .require("key", "name the columns of the items' key: 'key: {number: int}'")
            .map(KeyReader::readItemKey)
            .orElse(List.of());
    Storage storage =
        collection
            .require("storage", "use rows, cells or object")
            .flatMap(CollectionReader::readStorage)
            .orElse(Storage.ROWS);
    List<Column> columns =
        collection
            .get("columns")
            .map(of -> EntityReader.columns(of, "name the items' columns"))
            .orElse(List.of());
    Optional<String> listedBy =
        collection
            .get("listed-by")
            .flatMap(v -> v.text("name another collection of the entity, which has all its keys"));
    var options = OptionsReader.read(collection);
    collection.finish();
    return new CollectionDesign(name, key, columns, storage, listedBy, options);
  }

  private static Optional<Storage> readStorage(Value value) {
    return value
        .text("use rows, cells or object")
        .flatMap(
            text -> {
              for (Storage storage : Storage.values()) {
                if (storage.spelling().equals(text)) {
                  return Optional.of(storage);
                }
              }
              value
                  .findings()
                  .addUnreadable(
                      value.path(),
                      "'" + text + "' is not a storage of items",
                      "use rows (each item a row), cells (in the entity's own row) or object (all"
                          + " items of a row in one value)");
              return Optional.empty();
            });
  }
}
