package org.portolan.design.yaml;

import java.util.List;
import java.util.Optional;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.types.Spelling;
import org.portolan.design.index.OrderedTree;

/** Reads references to the rows of entities. */
final class ReferenceReader {
  private static final String ACTIONS =
      "use restrict (the deletion fails) or cascade (the referring rows are deleted too)";
  private static final String STORAGES = "use cells or object tree(n), or leave it out";
  private static final String SHARDS =
      "write a number from 1 to " + ReferenceDesign.SHARDS_MAX + ", or leave it out";

  private ReferenceReader() {}

  /** Where the referring rows are listed. */
  private record Place(Storage storage, Optional<OrderedTree> tree) {
    static final Place PORTABLE = new Place(Storage.PORTABLE, Optional.empty());
  }

  /** Returns the reference, or a stand-in to nothing if the value is none. */
  static ReferenceDesign read(String name, Value value) {
    Optional<Section> found =
        value.section("name its columns and its entity: {on: [customer], to: customer}");
    if (found.isEmpty()) {
      return new ReferenceDesign(name, List.of(), "", OnDelete.RESTRICT);
    }
    Section reference = found.get();
    List<String> on =
        reference
            .require("on", "list the columns that hold the key of another row: [customer]")
            .flatMap(v -> v.texts("list the columns that hold the key of another row: [customer]"))
            .orElse(List.of());
    String to =
        reference
            .require("to", "name the entity that is referred to")
            .flatMap(v -> v.text("name the entity that is referred to"))
            .orElse("");
    OnDelete onDelete =
        reference.get("on-delete").flatMap(ReferenceReader::onDelete).orElse(OnDelete.RESTRICT);
    int shards =
        reference
            .get("shards")
            .flatMap(ReferenceReader::shards)
            .orElse(ReferenceDesign.SHARDS_DEFAULT);
    Place place = reference.get("storage").flatMap(ReferenceReader::storage).orElse(Place.PORTABLE);
    reference.finish();
    return new ReferenceDesign(name, on, to, onDelete, shards, place.storage(), place.tree());
  }

  private static Optional<OnDelete> onDelete(Value value) {
    Optional<String> text = value.text(ACTIONS);
    for (OnDelete each : OnDelete.values()) {
      if (text.filter(each.spelling()::equals).isPresent()) {
        return Optional.of(each);
      }
    }
    text.ifPresent(
        word ->
            value
                .findings()
                .addUnreadable(
                    value.path(),
                    "'" + word + "' is not what a deletion does to the referring rows",
                    Spelling.hint(word, List.of("restrict", "cascade")) + ACTIONS));
    return Optional.empty();
  }

  private static Optional<Integer> shards(Value value) {
    Optional<Integer> number = value.integer(SHARDS);
    if (number.isPresent() && (number.get() < 1 || number.get() > ReferenceDesign.SHARDS_MAX)) {
      value
          .findings()
          .addUnreadable(
              value.path(), "a reference cannot have " + number.get() + " shards", SHARDS);
      return Optional.empty();
    }
    return number;
  }

  private static Optional<Place> storage(Value value) {
    Optional<String> text = value.text(STORAGES);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (text.get().equals("cells")) {
      return Optional.of(new Place(Storage.CELLS, Optional.empty()));
    }
    return LayoutReader.objectTree(
            value, text.get(), "'" + text.get() + "' is not a storage of referring rows", STORAGES)
        .map(tree -> new Place(Storage.TREE, Optional.of(tree)));
  }
}
