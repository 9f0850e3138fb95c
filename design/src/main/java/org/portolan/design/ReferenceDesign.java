package org.portolan.design;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.index.OrderedTree;

/**
 * A promise about the rows of an entity: the values of some columns are the key of a row of an
 * entity, which is there. A row of which one of the columns is null refers to nothing.
 *
 * <p>The referring rows of a row are listed in {@link #shards} guard rows. A write that makes or
 * ends a reference changes one of them, and the deletion of the row that is referred to changes all
 * of them: so the two meet, on every engine.
 *
 * @param name unique in the entity
 * @param on columns of the entity's key or families, in the order of the target's key and of the
 *     same types
 * @param to the entity that is referred to
 * @param shards the number of guard rows of each row that is referred to; of two writers that refer
 *     to the same row, one in so many pairs conflicts
 * @param storage the place of the lists: {@link Storage#CELLS}, {@link Storage#TREE} or {@link
 *     Storage#PORTABLE}
 * @param tree the tree of {@link Storage#TREE}; empty under any other storage
 */
public record ReferenceDesign(
    String name,
    List<String> on,
    String to,
    OnDelete onDelete,
    int shards,
    Storage storage,
    Optional<OrderedTree> tree) {
  public static final int SHARDS_DEFAULT = 8;
  public static final int SHARDS_MAX = 256;

  /** The most rows that one write deletes because they refer to rows that it deletes. */
  public static final int CASCADE_MAX = 100;

  /** The effect of the deletion of a row on the rows that refer to it. */
  public enum OnDelete {
    /** The deletion fails. */
    RESTRICT,
    /** They are deleted too, in the same write. */
    CASCADE;

    public String spelling() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ReferenceDesign {
    on = List.copyOf(on);
    if (tree.isPresent() != (storage == Storage.TREE)) {
      throw new IllegalArgumentException("storage " + storage + " does not fit the tree " + tree);
    }
  }

  /** Makes a reference with the usual number of guard rows, which leaves the storage open. */
  public ReferenceDesign(String name, List<String> on, String to, OnDelete onDelete) {
    this(name, on, to, onDelete, SHARDS_DEFAULT, Storage.PORTABLE, Optional.empty());
  }

  /**
   * Returns the storage as {@code design.yaml} spells it, for example {@code object tree(64)};
   * {@code portable} where it names none.
   */
  public String storageSpelling() {
    return tree.map(nodes -> "object " + nodes.spelling())
        .orElseGet(() -> storage.name().toLowerCase(Locale.ROOT));
  }

  /** Returns the table of the guard rows of a reference of an entity. */
  public static String table(String entity, String reference) {
    return entity + "_" + reference;
  }

  /** Returns the table of the lists if they are trees. */
  public static String treeTable(String entity, String reference) {
    return table(entity, reference) + "_tree";
  }
}
