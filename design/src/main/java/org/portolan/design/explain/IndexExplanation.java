package org.portolan.design.explain;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.Bucket;
import org.portolan.design.index.IndexCost;
import org.portolan.design.index.IndexProfile;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.Representation;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.KeyColumn.Direction;

/** Explains an index of an entity. */
final class IndexExplanation {
  /** The index whose costs are shown; readers can scale them. */
  private static final IndexProfile PROFILE = new IndexProfile(1_000, 30, 20);

  private IndexExplanation() {}

  /**
   * @param where the engines that have this layout; empty if all have it
   * @param inVain what the layout that the design names does not do there; empty if nothing
   */
  static void write(
      Design design,
      EntityDesign entity,
      IndexDesign index,
      String where,
      String inVain,
      Page page) {
    page.subheading("Index " + index.name() + where);
    page.say("lists", lists(entity, index));
    collated(design, entity, index).ifPresent(text -> page.say("", text));
    page.say("layout", index.layout().spelling() + inVain);
    if (index.automatic()) {
      page.say(
          "",
          "automatic: a store begins with it, and moves to another one where that costs a quarter"
              + " less");
    }
    page.say("lies in", place(index));
    page.say("a change", change(entity, index));
    page.say("a listing", listing(index));
    page.say("cost", cost(index));
    page.say("conflicts", conflicts(index));
    page.say("after", source(index));
    EntityExplanation.writeOptions(index.options(), page);
  }

  /** Returns which layout of a portable index has no effect where its members are in a tree. */
  static String inVain(IndexDesign index) {
    return index.layout().partitioning().readBuckets() > 1
        ? "; " + index.layout().partitioning().spelling() + " has no effect there"
        : "";
  }

  /** Returns how a column is compared, to be put after its name; nothing if by code point. */
  static String compared(Design design, EntityDesign entity, String column) {
    Collation collation = design.collation(entity, column);
    return collation == Collation.BINARY ? "" : ", compared by " + collation.spelling();
  }

  /** Returns what the index has of its columns under a collation. */
  private static Optional<String> collated(Design design, EntityDesign entity, IndexDesign index) {
    List<String> columns =
        Stream.concat(
                index.on().stream(), index.order().stream().map(IndexDesign.OrderColumn::column))
            .filter(column -> design.collation(entity, column) != Collation.BINARY)
            .map(column -> column + compared(design, entity, column))
            .toList();
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", columns)
                + ": the index has the sort key, and only the row the text as it was written");
  }

  private static String lists(EntityDesign entity, IndexDesign index) {
    if (index.unique()) {
      return "the key of the only "
          + entity.name()
          + " for each value of "
          + String.join(" and ", index.on())
          + (manyValued(entity, index) ? "; no two rows share an element" : "")
          + "; a write that would be the second fails";
    }
    String rows = "the keys of " + entity.name();
    String found =
        index.on().isEmpty()
            ? rows + ", all in one list"
            : rows + " for each value of " + String.join(" and ", index.on());
    String many = manyValued(entity, index) ? "; a row is listed under each element it holds" : "";
    String order =
        index.order().isEmpty()
            ? ", in the order of the keys"
            : ", ordered by "
                + index.order().stream()
                    .map(
                        column ->
                            column.column()
                                + (column.direction() == Direction.DESCENDING ? " descending" : ""))
                    .collect(Collectors.joining(", "))
                + ", then by key";
    return found + order + many;
  }

  private static boolean manyValued(EntityDesign entity, IndexDesign index) {
    return index.on().stream()
        .flatMap(name -> entity.column(name).stream())
        .anyMatch(column -> column.type() instanceof CollectionType);
  }

  private static String place(IndexDesign index) {
    if (index.within().isPresent()) {
      return "family "
          + index.within().get().family()
          + " of the "
          + index.within().get().entity()
          + " whose key is the value";
    }
    Partitioning partitioning = index.layout().partitioning();
    String value = index.on().isEmpty() ? "one list" : "each value";
    if (partitioning instanceof OrderedTree tree) {
      return "table "
          + index.name()
          + ", a tree for "
          + value
          + ": a row for each node, of at most "
          + tree.membersMax()
          + " members or children";
    }
    if (partitioning.reads().size() == 1) {
      return "table " + index.name() + ", a row for " + value;
    }
    return "table "
        + index.name()
        + ", "
        + partitioning.reads().size()
        + " rows for "
        + value
        + ": "
        + buckets(partitioning, false)
        + " of members"
        + (partitioning.deltaBuckets() == 0
            ? ""
            : ", " + buckets(partitioning, true) + " of changes not yet merged");
  }

  private static String buckets(Partitioning partitioning, boolean delta) {
    var names =
        partitioning.reads().stream().filter(b -> b.delta() == delta).map(Bucket::name).toList();
    return names.size() == 1
        ? "bucket " + names.get(0)
        : "buckets " + names.get(0) + " to " + names.get(names.size() - 1);
  }

  private static String change(EntityDesign entity, IndexDesign index) {
    String each =
        manyValued(entity, index)
            ? "writes 1 key for each element added or removed"
            : "writes 1 key";
    String moved =
        index.on().isEmpty()
            ? " when a row is created or deleted"
            : manyValued(entity, index) ? "" : ", 2 when the row moves from a value to another";
    if (index.unique()) {
      return each + moved + "; the rows of the values are read and change together with the row";
    }
    boolean object = index.layout().representation() == Representation.OBJECT;
    boolean tree = index.layout().partitioning() instanceof OrderedTree;
    return each
        + moved
        + (index.order().isEmpty() ? "" : ", and again when a column of the order changes")
        + (tree
            ? "; one leaf is read and rewritten, now and then it is split or merged"
            : object ? "; the list in it is read and rewritten" : "; nothing is read");
  }

  private static String listing(IndexDesign index) {
    int rows = index.layout().cost(PROFILE).rowsPerRead();
    if (index.layout().partitioning() instanceof OrderedTree) {
      return String.format(
          Locale.ROOT,
          "reads the leaves of a page in their order, one or two for a short page; all %,.0f"
              + " members are in some %d leaves",
          PROFILE.members(),
          rows);
    }
    return "reads "
        + rows
        + (rows == 1 ? " row" : " rows in one round trip, merged by their order");
  }

  private static String cost(IndexDesign index) {
    if (index.unique()) {
      return "a round trip that reads the rows of the old and new values, where they differ;"
          + " without transactions over rows (REPAIRED), the write becomes one of several rows";
    }
    IndexCost cost = index.layout().cost(PROFILE);
    return String.format(
        Locale.ROOT,
        "with %,.0f members of %.0f bytes%s: a change reads %,.0f bytes and writes %,.0f, a listing"
            + " reads %,.0f",
        PROFILE.members(),
        PROFILE.memberBytes(),
        index.layout().partitioning().deltaBuckets() == 0
            ? ""
            : String.format(Locale.ROOT, ", %.0f of them unmerged", PROFILE.unmergedMembers()),
        cost.bytesReadPerChange(),
        cost.bytesWrittenPerChange(),
        cost.bytesPerRead());
  }

  private static String conflicts(IndexDesign index) {
    if (index.unique()) {
      return "two writers of the same value conflict, and one of them fails";
    }
    if (index.layout().representation() == Representation.CELLS) {
      return "none: writers of different members never conflict";
    }
    if (index.layout().partitioning() instanceof OrderedTree) {
      return "two writers conflict if their members are in the same leaf; members that arrive in"
          + " order usually are, unless a further column of few values in 'on' gives them several"
          + " trees";
    }
    int buckets = index.layout().partitioning().writeConcurrency();
    String scope = index.on().isEmpty() ? "any two writers" : "two writers under the same value";
    if (buckets == 1) {
      return scope + " always conflict" + (index.on().isEmpty() ? ": a hot spot of the store" : "");
    }
    return scope + " conflict once in " + buckets + " times";
  }

  private static String source(IndexDesign index) {
    if (index.unique()) {
      return "Bailis et al. 2014: unique values need writers that coordinate; here they meet in the"
          + " row of the value";
    }
    if (index.within().isPresent()) {
      return "Klencke 2010, 7: many-to-many as a family on both sides";
    }
    if (index.layout().representation() == Representation.CELLS) {
      return "Klencke 2010, 7: a table for each secondary index, a column for each row found"
          + (index.layout().partitioning().readBuckets() > 1
              ? "; in partitions, so that no row grows too wide"
              : "");
    }
    Partitioning partitioning = index.layout().partitioning();
    if (partitioning instanceof OrderedTree) {
      return "Aguilera et al. 2008 and Sowell et al. 2012: a B-tree in a store of transactions,"
          + " whose inner nodes are read outside of them";
    }
    if (partitioning.deltaBuckets() > 0) {
      return "Kruber 2014, IV-B: read and delta buckets, so that the number of writers and the size"
          + " of reads are chosen apart";
    }
    return partitioning.readBuckets() > 1
        ? "Kruber 2014, IV-A: partitions by hash; objects shrink and writers multiply by "
            + partitioning.readBuckets()
            + ", listings read as many rows"
        : "Kruber 2014, III-C: an index object; III-F: it limits the writers at one time to one";
  }
}
