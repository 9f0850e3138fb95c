package org.portolan.design.explain;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.KeyLayoutAdvice;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;

/** Explains an entity. */
public final class EntityExplanation {
  /** Where the first alternative of a portable part is chosen, and where the second. */
  private static final String WITH_ITEMS = ", on an engine with wide rows";

  private static final String WITHOUT_ITEMS = ", on any other engine";

  private EntityExplanation() {}

  /** Writes everything that the design says about an entity. */
  public static void write(Design design, EntityDesign entity, Page page) {
    page.heading("Entity " + entity.name());
    page.say("table", entity.name());
    writeKey(entity, page);
    writeKeyLayout(entity, page);
    writePartition(entity, page);
    writeFamilies(design, entity, page);
    writeOptions(entity.options(), page);
    entity.collections().forEach(collection -> writeEach(entity, collection, page));
    entity.indexes().forEach(index -> writeEach(design, entity, index, page));
    entity.counters().forEach(counter -> CounterExplanation.write(counter, page));
    entity.extremes().forEach(extreme -> ExtremeExplanation.write(entity, extreme, page));
    entity.references().forEach(reference -> writeEach(entity, reference, page));
  }

  private static void writeKey(EntityDesign entity, Page page) {
    page.say("key", keyColumns(entity.key()));
    RowKeyExample example = RowKeyExample.of(entity);
    page.say("example", example.key());
    page.say("its row key", example.rowKey());
    for (KeyColumn column : entity.key()) {
      if (column.collation() != Collation.BINARY) {
        page.say(
            "",
            column.name()
                + " is compared by collation "
                + column.collation().spelling()
                + ": its sort key is in the row key, the original beside it");
      }
      Integer digits = entity.padding().get(column.name());
      if (digits != null) {
        page.say(
            "",
            column.name()
                + " is padded to "
                + digits
                + " digits, so that the row key reads as text in the order of its numbers"
                + " (Zdravevski 2016, III-B)");
      }
    }
  }

  private static void writeKeyLayout(EntityDesign entity, Page page) {
    KeyLayout layout = entity.keyLayout();
    page.say(
        "key layout",
        layout.prefixRange() == 1
            ? "plain: neighbouring keys lie together (Klencke 2010, 7)"
            : layout.spelling()
                + " with "
                + layout.prefixRange()
                + " prefixes before the key, to spread neighbouring keys (Zdravevski 2016, III)");
    String label = "answers";
    for (String answer : KeyLayoutAdvice.describe(layout, entity.key())) {
      page.say(label, answer);
      label = "";
    }
    if (layout.prefixRange() > 1) {
      page.say(
          "splits",
          "for R regions at the prefixes i*"
              + layout.prefixRange()
              + "/R, before the first row is written; let R be a multiple of the servers, and "
              + layout.prefixRange()
              + " a multiple of R (Zdravevski 2016, III-B)");
    }
    // With one region on one server, the advice holds for a cluster of any size.
    for (KeyLayoutAdvice advice : KeyLayoutAdvice.check(layout, entity.key(), 1, 1)) {
      page.say("", advice.text());
    }
  }

  private static void writePartition(EntityDesign entity, Page page) {
    List<String> partition = entity.partitionColumns();
    List<String> key = entity.key().stream().map(KeyColumn::name).toList();
    if (partition.size() == key.size()) {
      return;
    }
    KeyLayout layout = entity.keyLayout();
    String rows = "the rows of one " + String.join(" and ", partition);
    page.say(
        "partition",
        "on Cassandra, "
            + rows
            + " lie together, in the order of "
            + String.join(", ", key.subList(partition.size(), key.size()))
            + ": a scan of them is in order");
    entity
        .partition()
        .buckets()
        .ifPresent(
            buckets ->
                page.say(
                    "",
                    "there, each "
                        + buckets.each().spelling()
                        + " of "
                        + buckets.column()
                        + " is a partition of its own, "
                        + buckets.count()
                        + " at most; a scan reads them one after another, several at once while"
                        + " they have few rows"));
    if (layout.prefixRange() > 1 && (layout.over() == 0 || layout.over() > partition.size())) {
      page.say(
          "",
          "there, they are divided into "
              + layout.prefixRange()
              + " partitions by the prefix; a scan reads all of these and merges them");
    }
  }

  private static void writeFamilies(Design design, EntityDesign entity, Page page) {
    String label = "families";
    for (FamilyDesign family : entity.families()) {
      page.say(
          label,
          family.name()
              + ": "
              + columns(
                  family.columns(),
                  family::rule,
                  column -> IndexExplanation.compared(design, entity, column)));
      label = "";
    }
    page.say(
        "",
        entity.families().get(0).name()
            + " is in every row and shows that the row exists; each family is read"
            + " separately (Klencke 2010, 7: group similar fields)");
    for (EntityDesign other : design.entities()) {
      for (IndexDesign index : other.indexes()) {
        index
            .within()
            .filter(within -> within.entity().equals(entity.name()))
            .ifPresent(
                within ->
                    page.say(
                        "",
                        within.family()
                            + ": members of index "
                            + index.name()
                            + " of entity "
                            + other.name()
                            + ", a cell each"
                            + (PortableDesign.isPortable(index) ? WITH_ITEMS : "")));
      }
    }
  }

  private static void writeEach(EntityDesign entity, CollectionDesign collection, Page page) {
    if (PortableDesign.isPortable(collection)) {
      write(entity, PortableDesign.concrete(collection, true), WITH_ITEMS, page);
      write(entity, PortableDesign.concrete(collection, false), WITHOUT_ITEMS, page);
    } else {
      write(entity, collection, "", page);
    }
  }

  private static void writeEach(Design design, EntityDesign entity, IndexDesign index, Page page) {
    if (PortableDesign.isPortable(index)) {
      IndexDesign tree = PortableDesign.concrete(index, false);
      IndexExplanation.write(
          design, entity, PortableDesign.concrete(index, true), WITH_ITEMS, "", page);
      IndexExplanation.write(
          design, entity, tree, WITHOUT_ITEMS, IndexExplanation.inVain(index), page);
    } else {
      IndexExplanation.write(design, entity, index, "", "", page);
    }
  }

  private static void writeEach(EntityDesign entity, ReferenceDesign reference, Page page) {
    if (PortableDesign.isPortable(reference)) {
      ReferenceExplanation.write(
          entity, PortableDesign.concrete(reference, true), WITH_ITEMS, page);
      ReferenceExplanation.write(
          entity, PortableDesign.concrete(reference, false), WITHOUT_ITEMS, page);
    } else {
      ReferenceExplanation.write(entity, reference, "", page);
    }
  }

  private static void write(
      EntityDesign entity, CollectionDesign collection, String where, Page page) {
    page.subheading("Collection " + collection.name() + where);
    page.say(
        "items",
        keyColumns(collection.itemKey())
            + ": "
            + columns(collection.columns(), collection::rule, column -> ""));
    page.say("lie in", place(entity, collection));
    page.say(
        "a new item",
        switch (collection.storage()) {
          case ROWS -> "writes 1 row";
          case CELLS -> "writes 1 cell of the row";
          case OBJECT -> "reads and rewrites the value with all items of its row";
          case TREE -> "reads and rewrites one leaf, which now and then is split";
          case PORTABLE -> throw left(collection);
        });
    page.say(
        "a listing",
        switch (collection.storage()) {
          case ROWS ->
              collection
                  .listedBy()
                  .map(
                      lister ->
                          "reads the keys of "
                              + lister
                              + ", which has all of them, then the rows under those keys at once;"
                              + " no ordered scan, and can be read in pages")
                  .orElse("is 1 ordered scan over the items' rows, and can be read in pages");
          case CELLS -> "reads 1 row, and can be read in pages";
          case OBJECT -> "reads 1 row, whole";
          case TREE ->
              "reads the leaves of a page in their order, one or two for a short page, and can be"
                  + " read in pages";
          case PORTABLE -> throw left(collection);
        });
    page.say(
        "after",
        switch (collection.storage()) {
          case ROWS -> "Kruber 2014, III-A: items that are read one by one have separate keys";
          case CELLS -> "Klencke 2010, 7: one-to-many as columns of a family";
          case OBJECT ->
              "Kruber 2014, III-B: an aggregate object, where the list is read more often than it"
                  + " changes";
          case TREE ->
              "Aguilera et al. 2008 and Sowell et al. 2012: a B-tree in a store of transactions";
          case PORTABLE -> throw left(collection);
        });
    if (collection.storage() == Storage.OBJECT) {
      page.say(
          "ends",
          "when the value with all items of a row reaches the engine's largest value; 'explain"
              + " --target' names the number of items");
    }
    writeOptions(collection.options(), page);
  }

  static void writeOptions(Map<String, String> options, Page page) {
    String label = "table options";
    for (Map.Entry<String, String> option : options.entrySet()) {
      page.say(label, option.getKey() + " " + option.getValue());
      label = "";
    }
  }

  private static String place(EntityDesign entity, CollectionDesign collection) {
    String table = "table " + entity.name() + "_" + collection.name();
    return switch (collection.storage()) {
      case ROWS -> table + ", a row each, under the row key of its owner and the item's key";
      case CELLS -> "family " + collection.name() + " of the row that owns them, a cell each";
      case OBJECT -> table + ", one value for each row of " + entity.name();
      case TREE ->
          table
              + ", a tree for each row of "
              + entity.name()
              + ": a row for each node, of at most "
              + collection.tree().orElseThrow().membersMax()
              + " items or children";
      case PORTABLE -> throw left(collection);
    };
  }

  private static IllegalStateException left(CollectionDesign collection) {
    return new IllegalStateException(collection.name() + " is explained for each kind of engine");
  }

  private static String keyColumns(List<KeyColumn> key) {
    return key.stream()
        .map(
            column ->
                column.name()
                    + " "
                    + column.type().spelling()
                    + (column.direction() == Direction.DESCENDING ? ", descending" : "")
                    + (column.nullable() ? ", or null" : ""))
        .collect(Collectors.joining("; "));
  }

  private static String columns(
      List<Column> columns, Function<String, ColumnRule> rules, Function<String, String> compared) {
    return columns.isEmpty()
        ? "no columns"
        : columns.stream()
            .map(
                column ->
                    column.name()
                        + " "
                        + column.type().spelling()
                        + compared.apply(column.name())
                        + rule(rules.apply(column.name()), column))
            .collect(Collectors.joining("; "));
  }

  private static String rule(ColumnRule rule, Column column) {
    return rule.equals(ColumnRule.NONE) ? "" : " (" + rule.text((ScalarType) column.type()) + ")";
  }
}
