package org.portolan.design.explain;

import java.util.List;
import java.util.stream.Stream;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.index.Representation;

/** Explains what a design needs of an engine. */
public final class NeedsExplanation {
  private NeedsExplanation() {}

  /** Writes the capabilities that an engine must have, and which parts of the design need them. */
  public static void write(Design design, Page page) {
    page.heading("What the engine must be able to do");
    page.say("look-up", "read a row by its key");
    List<String> wide =
        Stream.of(
                collections(design, Storage.CELLS),
                indexes(design, Representation.CELLS),
                references(design, Storage.CELLS))
            .flatMap(parts -> parts)
            .toList();
    say(page, "wide rows", "hold ordered cells in a row, each written without the others", wide);
    say(
        page,
        "ordered scans",
        "scan rows that share the leading part of their key",
        Stream.concat(
                design.entities().stream()
                    .flatMap(entity -> entity.collections().stream())
                    .filter(collection -> collection.storage() == Storage.ROWS)
                    .filter(collection -> collection.listedBy().isEmpty())
                    .map(collection -> "collection " + collection.name()),
                design.entities().stream()
                    .filter(entity -> entity.partition().stated() > 0)
                    .filter(entity -> entity.partitionColumns().size() < entity.key().size())
                    .map(entity -> "the partition of " + entity.name()))
            .toList());
    List<String> rewritten =
        Stream.of(
                collections(design, Storage.OBJECT, Storage.TREE),
                indexes(design, Representation.OBJECT),
                references(design, Storage.TREE))
            .flatMap(parts -> parts)
            .toList();
    say(
        page,
        "transactions",
        "change several rows at once, if they are still what was read",
        rewritten);
    say(
        page,
        "one of both",
        "either wide rows or transactions",
        Stream.of(
                collections(design, Storage.PORTABLE),
                indexes(design, Representation.PORTABLE),
                references(design, Storage.PORTABLE))
            .flatMap(parts -> parts)
            .toList());
    say(
        page,
        "counters",
        "add to a number",
        design.entities().stream()
            .flatMap(entity -> entity.counters().stream())
            .map(CounterDesign::name)
            .map(name -> "counter " + name)
            .toList());
    boolean derived =
        design.entities().stream()
            .anyMatch(
                entity ->
                    !entity.indexes().isEmpty()
                        || !entity.extremes().isEmpty()
                        || !entity.collections().isEmpty()
                        || !entity.references().isEmpty());
    if (derived) {
      page.say(
          "guarantee",
          "with transactions over rows, a write changes a row and everything derived from it at"
              + " once (ATOMIC); without, the row changes at once and carries the rest of the work,"
              + " which the next process completes after a crash (REPAIRED)");
    }
  }

  private static void say(Page page, String label, String need, List<String> parts) {
    if (!parts.isEmpty()) {
      page.say(label, need + ": for " + String.join(", ", parts));
    }
  }

  private static Stream<String> collections(Design design, Storage... storages) {
    return design.entities().stream()
        .flatMap(entity -> entity.collections().stream())
        .filter(collection -> List.of(storages).contains(collection.storage()))
        .map(collection -> "collection " + collection.name());
  }

  private static Stream<String> indexes(Design design, Representation representation) {
    return Stream.concat(
        design.entities().stream()
            .flatMap(entity -> entity.indexes().stream())
            .filter(index -> index.layout().representation() == representation)
            .map(index -> "index " + index.name()),
        design.entities().stream()
            .flatMap(entity -> entity.extremes().stream())
            .filter(extreme -> extreme.layout().isPresent())
            .filter(extreme -> extreme.list().layout().representation() == representation)
            .map(extreme -> "counter " + extreme.name()));
  }

  private static Stream<String> references(Design design, Storage storage) {
    return design.entities().stream()
        .flatMap(
            entity ->
                entity.references().stream()
                    .filter(reference -> reference.storage() == storage)
                    .map(reference -> "reference " + entity.name() + "." + reference.name()));
  }
}
