package org.portolan.design.yaml;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.design.IndexDesign;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.IndexDesign.Within;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.yaml.LayoutReader.Stated;
import org.portolan.types.KeyColumn.Direction;

/** Reads indexes. */
final class IndexReader {
  private static final IndexLayout STAND_IN =
      new IndexLayout(Representation.CELLS, new SinglePartition());

  private IndexReader() {}

  static IndexDesign readIndex(String name, Value value) {
    Optional<Section> found = value.section("give the index a 'layout'");
    if (found.isEmpty()) {
      return new IndexDesign(name, List.of(), List.of(), STAND_IN, Optional.empty());
    }
    Section index = found.get();
    List<String> on =
        index
            .get("on")
            .flatMap(v -> v.texts("list the columns it is looked up by: [name]"))
            .orElse(List.of());
    List<OrderColumn> order =
        index
            .get("order")
            .flatMap(v -> v.list("list the columns that order the members: [time desc]"))
            .stream()
            .flatMap(List::stream)
            .flatMap(IndexReader::order)
            .toList();
    Optional<Value> word = index.get("unique");
    Optional<Boolean> unique = word.flatMap(each -> each.bool("use true or false"));
    boolean perhapsUnique = word.isPresent() ? unique.isEmpty() : index.isMisspelled("unique");
    Stated layout = unique.orElse(false) ? unique(index) : layout(index, perhapsUnique);
    Optional<Within> within = index.get("within").flatMap(IndexReader::within);
    var options = OptionsReader.read(index);
    index.finish();
    return new IndexDesign(name, on, order, layout.layout(), within, options, layout.automatic());
  }

  /** Reads the layout, which must be there unless the index may have been meant to be unique. */
  private static Stated layout(Section index, boolean perhapsUnique) {
    Optional<Value> layout =
        perhapsUnique
            ? index.get("layout")
            : index.require("layout", "write for example 'layout: hashed(5)'");
    return layout.flatMap(LayoutReader::readIndexLayout).orElse(new Stated(STAND_IN, false));
  }

  private static Stated unique(Section index) {
    index
        .get("layout")
        .ifPresent(
            layout ->
                layout
                    .findings()
                    .add(
                        layout.path(),
                        "a unique index has a row for each value, and no other layout",
                        "remove 'layout', or 'unique'"));
    return new Stated(IndexLayout.UNIQUE, false);
  }

  private static Stream<OrderColumn> order(Value value) {
    String right = "write a column, or a column with its direction: 'time desc'";
    Optional<String> text = value.text(right);
    if (text.isEmpty()) {
      return Stream.empty();
    }
    String[] words = text.get().split("\\s+", -1);
    if (words.length > 2 || (words.length == 2 && !List.of("asc", "desc").contains(words[1]))) {
      value
          .findings()
          .addUnreadable(
              value.path(),
              "'" + text.get() + "' is not a column to order by",
              meant(words).map(order -> "did you mean '" + order + "'?").orElse(right));
      return Stream.empty();
    }
    boolean descending = words.length == 2 && words[1].equals("desc");
    return Stream.of(
        new OrderColumn(words[0], descending ? Direction.DESCENDING : Direction.ASCENDING));
  }

  private static Optional<String> meant(String[] words) {
    return words.length == 2
        ? SqlWords.order(words[1]).map(order -> words[0] + " " + order)
        : Optional.empty();
  }

  private static Optional<Within> within(Value value) {
    String right = "name an entity and a separate family for the members: 'page.link_from'";
    return value
        .text(right)
        .flatMap(
            text -> {
              String[] parts = text.split("\\.", -1);
              if (parts.length == 2 && !parts[0].isBlank() && !parts[1].isBlank()) {
                return Optional.of(new Within(parts[0], parts[1]));
              }
              value
                  .findings()
                  .addUnreadable(
                      value.path(), "'" + text + "' is not an entity and a family", right);
              return Optional.empty();
            });
  }
}
