package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.design.TableMapping;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Reads a range of a table as rows of the design. Used by one thread. */
final class RangeReader {
  private final TablePlan plan;
  private final Source source;
  private final Throttle throttle;
  private final RowMapper mapper;
  private final RowDigest digests = new RowDigest();
  private final KeyCodec keys;

  /** Receives what was read. */
  interface Output {
    void row(MappedRow row);

    /** Takes a row that does not fit. */
    void rejected(Object[] raw, String column, String reason);

    /** Takes a row as it was read, before anything else. */
    default void read(Object[] raw) {}

    /** Returns whether rows are given as they were read, and what was read has no digest. */
    default boolean takesRaw() {
      return false;
    }

    /** Takes a row as it was read, instead of the row of the design. */
    default void raw(Object[] raw) {
      throw new UnsupportedOperationException();
    }
  }

  /**
   * What was read.
   *
   * @param digest of the rows as they were read, whatever their order; of none if the output takes
   *     them so
   * @param last the key of the last row, in the order of the query
   */
  record Read(long rows, String digest, List<Object> last) {}

  RangeReader(TablePlan plan, Source source, Throttle throttle) {
    this.plan = plan;
    this.source = source;
    this.throttle = throttle;
    this.mapper = new RowMapper(plan);
    this.keys = new KeyCodec(plan.entity().key());
  }

  /** Returns what a range holds, without making rows of it. */
  Read digest(KeyRange range) {
    return new Pass(range, null).run(0);
  }

  Read read(KeyRange range, int limit, Output output) {
    return new Pass(range, output).run(limit);
  }

  /** One reading of one range. */
  private final class Pass {
    private final KeyRange range;
    private final Output output;
    private final RowDigest.Sum sum = new RowDigest.Sum();
    private final Map<Bytes, Long> copies = new HashMap<>();
    private final Map<Bytes, Group> groups = new LinkedHashMap<>();
    private final Set<Bytes> seen = new HashSet<>();
    private final int[] order;
    private List<Object> last = List.of();
    private Object[] lastRaw;

    Pass(KeyRange range, Output output) {
      this.range = range;
      this.output = output;
      this.order =
          plan.query().order().stream()
              .mapToInt(column -> plan.query().columns().indexOf(column))
              .toArray();
    }

    Read run(int limit) {
      long rows = source.read(plan.query(), range, limit, this::row);
      groups.values().forEach(this::emit);
      if (lastRaw != null) {
        List<Object> key = new ArrayList<>();
        for (int place : order) {
          key.add(lastRaw[place]);
        }
        last = key;
      }
      return new Read(range.parts() == 1 ? rows : sum.count(), sum.text(), last);
    }

    private void row(Object[] raw) {
      throttle.row();
      if (output != null && output.takesRaw()) {
        lastRaw = raw;
        output.read(raw);
        output.raw(raw);
        return;
      }
      byte[] digest = digests.of(raw);
      if (range.parts() > 1
          && Math.floorMod(((digest[0] & 0xFF) << 8) | (digest[1] & 0xFF), range.parts())
              != range.part()) {
        return;
      }
      lastRaw = plan.query().ranged() ? raw : null;
      sum.add(digest);
      if (output == null) {
        return;
      }
      output.read(raw);
      try {
        long copy = plan.counted() ? copies.merge(Bytes.wrap(digest), 1L, Long::sum) : 1;
        MappedRow row = mapper.map(raw, digest, copy);
        if (plan.isElements()) {
          add(row);
        } else if (!plan.query().unique() && !seen.add(Bytes.wrap(identity(row)))) {
          output.rejected(raw, plan.key().get(0).name(), twice(row));
        } else {
          output.row(row);
        }
      } catch (RejectedRowException e) {
        output.rejected(raw, e.column(), e.getMessage());
      }
    }

    private String twice(MappedRow row) {
      return plan.isPart()
          ? "another row belongs to the row "
              + row.key()
              + " of "
              + plan.entity().name()
              + ", too, and a part has one row; let its rows be items of a collection"
          : "another row has the same key";
    }

    private byte[] identity(MappedRow row) {
      digests.add(Bytes.wrap(keys.encode(row.key())));
      row.itemKey().values().forEach(digests::add);
      return digests.take();
    }

    private void add(MappedRow row) {
      String column = ((TableMapping.Elements) plan.mapping()).column();
      int place = plan.values().get(0).place();
      Object element = row.values().get(column);
      Group group =
          groups.computeIfAbsent(Bytes.wrap(keys.encode(row.key())), any -> new Group(row, place));
      if (element == null) {
        output.rejected(row.raw(), column, "is null, and no set or list can hold it");
      } else if (isSet(column) && !group.distinct.add(element)) {
        output.rejected(row.raw(), column, "is in the set already");
      } else {
        group.spellings.add(row.key());
        group.elements.add(element);
        group.raw.add(row.raw()[place]);
        group.bytes += row.bytes();
      }
    }

    private boolean isSet(String column) {
      Column found = plan.entity().column(column).orElseThrow();
      return ((CollectionType) found.type()).kind() == CollectionType.Kind.SET;
    }

    private void emit(Group group) {
      if (group.elements.isEmpty()) {
        return;
      }
      String column = ((TableMapping.Elements) plan.mapping()).column();
      Object elements =
          isSet(column) ? new LinkedHashSet<>(group.elements) : List.copyOf(group.elements);
      Object[] raw = group.first.raw().clone();
      raw[group.place] = group.raw;
      output.row(
          new MappedRow(
              group.first.key(),
              group.spellings,
              group.first.itemKey(),
              Map.of(column, elements),
              raw,
              group.elements.size(),
              group.bytes));
    }
  }

  /** The elements of one row. */
  private static final class Group {
    private final MappedRow first;
    private final int place;
    private final Set<Tuple> spellings = new HashSet<>();
    private final List<Object> elements = new ArrayList<>();
    private final Set<Object> distinct = new HashSet<>();
    private final List<Object> raw = new ArrayList<>();
    private long bytes;

    Group(MappedRow first, int place) {
      this.first = first;
      this.place = place;
    }
  }

  /** Adapts two functions to an output. */
  static Output output(Consumer<MappedRow> rows) {
    return new Output() {
      @Override
      public void row(MappedRow row) {
        rows.accept(row);
      }

      @Override
      public void rejected(Object[] raw, String column, String reason) {}
    };
  }
}
