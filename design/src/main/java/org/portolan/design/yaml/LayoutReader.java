package org.portolan.design.yaml;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.design.CounterDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.types.Spelling;

/** Reads the layouts of indexes and counters, {@code object hashed(50)} and {@code random(50)}. */
final class LayoutReader {
  private static final Pattern HASHED = Pattern.compile("hashed\\(\\s*(\\d{1,9})\\s*\\)");
  private static final Pattern READ_DELTA =
      Pattern.compile("read-delta\\(\\s*(\\d{1,9})\\s*,\\s*(\\d{1,9})\\s*\\)");
  private static final Pattern TREE = Pattern.compile("tree\\(\\s*(\\d{1,9})\\s*\\)");
  private static final Pattern PARTITIONING =
      Pattern.compile("(?:single|hashed|read-delta|tree)\\b");
  private static final Pattern AUTO = Pattern.compile("auto(?:\\s+(.+))?");
  private static final Pattern RANDOM = Pattern.compile("random\\(\\s*(\\d{1,9})\\s*\\)");
  private static final List<String> WORDS =
      List.of("cells", "object", "single", "hashed", "read-delta", "tree");
  private static final String PARTITIONINGS = "use single, hashed(k), read-delta(r, d) or tree(n)";

  private static final String RIGHT =
      "write 'cells' or 'object' and single, hashed(k), read-delta(r, d) or tree(n)";

  private LayoutReader() {}

  /**
   * The layout of an index as a file has it.
   *
   * @param automatic whether the store may change it
   */
  record Stated(IndexLayout layout, boolean automatic) {}

  /** Reads the layout of an index: {@code object hashed(5)}, {@code auto}, {@code auto single}. */
  static Optional<Stated> readIndexLayout(Value value) {
    Optional<String> text = value.text(RIGHT);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Matcher auto = AUTO.matcher(text.get());
    if (!auto.matches()) {
      return readLayout(value, text.get()).map(layout -> new Stated(layout, false));
    }
    return auto.group(1) == null
        ? Optional.of(new Stated(IndexLayout.UNSTATED, true))
        : readLayout(value, auto.group(1)).map(layout -> new Stated(layout, true));
  }

  private static Optional<IndexLayout> readLayout(Value value, String text) {
    if (PARTITIONING.matcher(text).lookingAt()) {
      return partitioning(value, text).flatMap(portable -> readPortable(value, portable));
    }
    String[] words = text.split("\\s+", 2);
    Optional<Representation> representation =
        switch (words[0]) {
          case "cells" -> Optional.of(Representation.CELLS);
          case "object" -> Optional.of(Representation.OBJECT);
          default -> Optional.empty();
        };
    if (representation.isEmpty()) {
      value
          .findings()
          .addUnreadable(
              value.path(),
              "'" + words[0] + "' is not a representation of members",
              Spelling.hint(words[0].replaceAll("\\(.*", "").toLowerCase(Locale.ROOT), WORDS)
                  + "begin with cells (one cell a member) or object (all in one value), then "
                  + PARTITIONINGS
                  + "; single and hashed(k) alone leave it to the engine");
      return Optional.empty();
    }
    if (words.length == 1) {
      value
          .findings()
          .addUnreadable(
              value.path(), "'" + text + "' does not name a partitioning", PARTITIONINGS);
      return Optional.empty();
    }
    return partitioning(value, words[1])
        .map(partitioning -> new IndexLayout(representation.get(), partitioning));
  }

  /** Reads the layout of a list of which only an end is read. */
  static Optional<IndexLayout> readExtremeLayout(Value value) {
    String right = "use single or hashed(k): the list has no shards, and k rows";
    Optional<String> text = value.text(right);
    if (text.isPresent() && text.get().startsWith("random")) {
      value
          .findings()
          .addUnreadable(
              value.path(), "'" + text.get() + "' is a layout of counts and sums", right);
      return Optional.empty();
    }
    return text.flatMap(layout -> readLayout(value, layout));
  }

  /** Reads a layout without a representation, which the engine chooses. */
  private static Optional<IndexLayout> readPortable(Value value, Partitioning partitioning) {
    if (partitioning instanceof SinglePartition || partitioning instanceof HashedPartitions) {
      return Optional.of(new IndexLayout(Representation.PORTABLE, partitioning));
    }
    value
        .findings()
        .addUnreadable(
            value.path(),
            "'" + partitioning.spelling() + "' is for objects only",
            "write 'object "
                + partitioning.spelling()
                + "', or leave the choice to the engine with single or hashed(k)");
    return Optional.empty();
  }

  /**
   * Reads {@code tree(n)}; empty if the text is anything else.
   *
   * @throws IllegalArgumentException if n is outside its bounds
   */
  static Optional<OrderedTree> tree(String text) {
    Matcher tree = TREE.matcher(text);
    return tree.matches()
        ? Optional.of(new OrderedTree(Integer.parseInt(tree.group(1))))
        : Optional.empty();
  }

  /** Reads the storage {@code object tree(n)}, or reports that the text is wrong. */
  static Optional<OrderedTree> objectTree(Value value, String text, String wrong, String right) {
    if (text.startsWith("object ")) {
      try {
        Optional<OrderedTree> tree = tree(text.substring("object ".length()).stripLeading());
        if (tree.isPresent()) {
          return tree;
        }
      } catch (IllegalArgumentException e) {
        value
            .findings()
            .addUnreadable(value.path(), e.getMessage(), "choose a number within these bounds");
        return Optional.empty();
      }
    }
    value.findings().addUnreadable(value.path(), wrong, right);
    return Optional.empty();
  }

  /** Reads the number of a counter's shards. */
  static Optional<Integer> readShards(Value value) {
    String right = "use single or random(k), k from 2 to " + CounterDesign.SHARDS_MAX;
    return value
        .text(right)
        .flatMap(
            text -> {
              if (text.equals("single")) {
                return Optional.of(1);
              }
              Matcher random = RANDOM.matcher(text);
              if (random.matches()) {
                int shards = Integer.parseInt(random.group(1));
                if (shards >= 2 && shards <= CounterDesign.SHARDS_MAX) {
                  return Optional.of(shards);
                }
              }
              value
                  .findings()
                  .addUnreadable(value.path(), "'" + text + "' is not a layout of counters", right);
              return Optional.empty();
            });
  }

  private static Optional<Partitioning> partitioning(Value value, String text) {
    try {
      Matcher hashed = HASHED.matcher(text);
      Matcher readDelta = READ_DELTA.matcher(text);
      Optional<OrderedTree> tree = tree(text);
      if (text.equals("single")) {
        return Optional.of(new SinglePartition());
      }
      if (hashed.matches()) {
        return Optional.of(new HashedPartitions(Integer.parseInt(hashed.group(1))));
      }
      if (tree.isPresent()) {
        return Optional.of(tree.get());
      }
      if (readDelta.matches()) {
        return Optional.of(
            new ReadDeltaBuckets(
                Integer.parseInt(readDelta.group(1)), Integer.parseInt(readDelta.group(2))));
      }
      value
          .findings()
          .addUnreadable(value.path(), "'" + text + "' is not a partitioning", PARTITIONINGS);
    } catch (IllegalArgumentException e) {
      value
          .findings()
          .addUnreadable(value.path(), e.getMessage(), "choose a number within these bounds");
    }
    return Optional.empty();
  }
}
