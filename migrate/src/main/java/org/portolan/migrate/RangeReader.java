package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;

/** Reads a range of a table as rows of the design. Used by one thread. */
final class RangeReader {
  private final TablePlan plan;
  private final Source source;
  private final Throttle throttle;
  private final ContestedKeys contested;
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

  RangeReader(TablePlan plan, Source source, Throttle throttle, ContestedKeys contested) {
    this.plan = plan;
    this.source = source;
    this.throttle = throttle;
    this.contested = contested;
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

    /** Null if the rows are no elements, or only their digest is wanted. */
    private final ElementGroups elements;

    private final Set<Bytes> seen = new HashSet<>();
    private final int[] order;
    private List<Object> last = List.of();
    private Object[] lastRaw;

    Pass(KeyRange range, Output output) {
      this.range = range;
      this.output = output;
      this.elements =
          output != null && plan.isElements() ? new ElementGroups(plan, source, contested) : null;
      this.order =
          plan.query().order().stream()
              .mapToInt(column -> plan.query().columns().indexOf(column))
              .toArray();
    }

    Read run(int limit) {
      long rows = source.read(plan.query(), range, limit, this::row);
      if (elements != null) {
        elements.emit(output);
      }
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
        if (elements != null) {
          elements.add(row, output);
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
