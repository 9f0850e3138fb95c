package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.portolan.data.ReferenceException;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.data.internal.tree.TreeReads.ElementPage;
import org.portolan.data.internal.write.References.Written;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Reads the guard rows of rows that are deleted, with the beginnings of their lists: all of them in
 * one round trip, or in one for each level of trees. Used by one thread.
 */
final class ReferrerReads {
  private final Access access;
  private final Set<RowKey> existing = new HashSet<>();

  ReferrerReads(Access access) {
    this.access = access;
  }

  /**
   * A row that is listed as referring to another.
   *
   * @param target the key of the row that it refers to
   */
  record Referrer(ReferenceSchema reference, Tuple target, IndexEntry entry) {
    Tuple key() {
      return reference.referrers().keyOf(entry.member(), entry.originals());
    }

    RowKey row() {
      return new RowKey(reference.entity().table(), reference.entity().keyMapping().rowKey(key()));
    }

    ReferenceException.Row referrerRow() {
      return new ReferenceException.Row(reference.entity().name(), key());
    }

    ReferenceException.Row targetRow() {
      return new ReferenceException.Row(reference.target().name(), target);
    }
  }

  /**
   * The beginnings of lists.
   *
   * @param more whether one of the lists may go on
   */
  record Lists(List<Referrer> referrers, boolean more) {}

  /** A guard row of a row that is deleted. */
  private record Guard(ReferenceSchema reference, Tuple target, Tuple value) {}

  /** Returns whether a guard row was found. */
  boolean exists(RowKey guard) {
    return existing.contains(guard);
  }

  /**
   * Reads the lists of the references that have one effect on deletion.
   *
   * @param limit the most entries to read of each list
   */
  Lists lists(List<Written> targets, OnDelete onDelete, int limit) {
    List<Guard> guards = new ArrayList<>();
    for (Written row : targets) {
      for (ReferenceSchema reference : row.entity().referring()) {
        if (reference.design().onDelete() == onDelete) {
          reference
              .guardsOf(row.key())
              .forEach(guard -> guards.add(new Guard(reference, row.key(), guard)));
        }
      }
    }
    List<Row> rows = access.get(guards.stream().map(guard -> get(guard, limit)).toList());
    List<Referrer> referrers = new ArrayList<>();
    boolean more = false;
    List<Guard> withTrees = new ArrayList<>();
    List<TreeReads.Of> trees = new ArrayList<>();
    for (int position = 0; position < guards.size(); position++) {
      Guard guard = guards.get(position);
      Row row = rows.get(position);
      IndexSchema index = guard.reference().referrers();
      if (guard.reference().exists(row)) {
        existing.add(guard.reference().rowKey(guard.value()));
      }
      if (index.tree().isPresent()) {
        withTrees.add(guard);
        trees.add(new TreeReads.Of(index.tree().get(), guard.value()));
        continue;
      }
      List<Row.Item> items = row.itemsOf(index.family());
      more |= items.size() == limit;
      for (Row.Item item : items) {
        referrers.add(referrer(guard, item.key(), item.values()));
      }
    }
    List<ElementPage> pages = TreeReads.beginnings(access, trees, limit);
    for (int position = 0; position < pages.size(); position++) {
      Guard guard = withTrees.get(position);
      MemberForm form = guard.reference().referrers().memberForm();
      more |= pages.get(position).more();
      for (Object element : pages.get(position).elements()) {
        referrers.add(referrer(guard, form.member(element), form.originals(element)));
      }
    }
    return new Lists(referrers, more);
  }

  private static Get get(Guard guard, int limit) {
    ReferenceSchema reference = guard.reference();
    Get row = reference.get(guard.value());
    if (!reference.referrers().cells()) {
      return row;
    }
    List<FamilyRead> families = new ArrayList<>(row.families());
    families.add(new FamilyRead.Items(reference.referrers().family(), KeyRange.ALL, limit, false));
    return new Get(row.table(), row.key(), families);
  }

  private static Referrer referrer(Guard guard, Tuple member, List<Object> originals) {
    IndexEntry entry = new IndexEntry(guard.value(), member, originals);
    return new Referrer(guard.reference(), guard.target(), entry);
  }
}
