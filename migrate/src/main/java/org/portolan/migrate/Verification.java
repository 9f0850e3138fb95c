package org.portolan.migrate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.NamedValues;
import org.portolan.data.Store;
import org.portolan.migrate.Difference.Kind;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Compares the rows of a database with those of a store that was migrated from it, in both
 * directions. Each side is read once, and sums of digests are compared; of sampled rows, or of all,
 * every field is. The rows of buckets whose sums differ are then compared field by field.
 */
public final class Verification {
  private static final int BATCH_ROWS = 500;
  private static final int SAMPLED_OF = 50;

  /** The keys that are in memory at a time when surplus rows are looked for. */
  private static final int KEYS_MAX = 200_000;

  private final Source source;
  private final MigrationPlan plan;
  private final Throttle throttle;
  private final Store store;
  private final boolean full;
  private final boolean repair;
  private final int rangeRows;
  private final RowWriter writer;
  private final Consumer<Difference> differences;

  /**
   * The result for one table.
   *
   * @param sourceRows rows of the database that fit the design
   * @param unfit rows of the database that do not
   * @param storeRows rows of the store
   * @param fields rows of which every field was compared
   */
  public record TableResult(
      String table,
      long sourceRows,
      long unfit,
      long storeRows,
      long fields,
      long missing,
      long surplus,
      long different,
      long repaired) {
    /** Returns whether no difference is left. */
    public boolean isClean() {
      return missing + surplus + different == repaired;
    }
  }

  /**
   * @param full whether every field of every row is compared; otherwise every field of one in fifty
   *     rows, and the sums of digests of all
   * @param repair whether to copy what is missing or differs, and to delete what is surplus
   * @param differences is given each difference
   */
  public Verification(
      Migration migration,
      Store store,
      boolean full,
      boolean repair,
      Consumer<Difference> differences) {
    this.source = migration.source();
    this.plan = migration.plan();
    this.throttle = migration.throttle();
    this.rangeRows = migration.rangeRows();
    this.store = store;
    this.full = full;
    this.repair = repair;
    this.writer = new StoreRowWriter(store, 1, false);
    this.differences = differences;
  }

  /** Compares all tables. */
  public List<TableResult> run() {
    List<TableResult> results =
        plan.tables().stream().map(table -> new OfTable(table).run()).toList();
    if (repair) {
      store.flush();
    }
    return results;
  }

  /** Compares one table. */
  TableResult run(TablePlan table) {
    return new OfTable(table).run();
  }

  /** The comparison of one table. */
  private final class OfTable {
    private final TablePlan table;
    private final StoredRows stored;
    private final Buckets ofSource;
    private final Buckets ofStore;
    private final List<MappedRow> batch = new ArrayList<>();
    private final Set<Bytes> reported = new HashSet<>();
    private long unfit;
    private long fields;
    private long missing;
    private long surplus;
    private long different;
    private long repaired;

    OfTable(TablePlan table) {
      this.table = table;
      this.stored = new StoredRows(store, table);
      this.ofSource = new Buckets(table);
      this.ofStore = new Buckets(table);
    }

    TableResult run() {
      long[] number = {0};
      readSource(
          row -> {
            ofSource.add(row.key(), row.itemKey(), row.values());
            if (full || number[0]++ % SAMPLED_OF == 0) {
              compareLater(row);
            }
          },
          () -> unfit++);
      compareBatch();
      stored.forEach(row -> ofStore.add(row.key(), row.itemKey(), row.values()));
      BitSet buckets = ofSource.differing(ofStore);
      if (!buckets.isEmpty()) {
        lookAt(buckets);
      }
      return new TableResult(
          table.name(),
          ofSource.rows(),
          unfit,
          ofStore.rows(),
          fields,
          missing,
          surplus,
          different,
          repaired);
    }

    private void readSource(Consumer<MappedRow> rows, Runnable rejected) {
      RangeReader reader = new RangeReader(table, source, throttle);
      RangeReader.Output output =
          new RangeReader.Output() {
            @Override
            public void row(MappedRow row) {
              if (table.isRows() || table.isItems() || stored.isFilled(row.values())) {
                rows.accept(row);
              }
            }

            @Override
            public void rejected(Object[] raw, String column, String reason) {
              rejected.run();
            }
          };
      boolean whole = !table.counted() && (table.query().unique() || !table.query().ranged());
      if (whole) {
        reader.read(KeyRange.ALL, 0, output);
      } else if (table.counted()) {
        int parts = TableCopy.parts(source, table);
        for (int part = 0; part < parts; part++) {
          reader.read(new KeyRange(List.of(), List.of(), part, parts), 0, output);
        }
      } else {
        List<Object> low = List.of();
        while (true) {
          List<Object> high = source.end(table.query(), low, rangeRows);
          reader.read(new KeyRange(low, high, 0, 1), 0, output);
          if (high.isEmpty()) {
            return;
          }
          low = high;
        }
      }
    }

    private void compareLater(MappedRow row) {
      batch.add(row);
      if (batch.size() >= BATCH_ROWS || row.bytes() > 1 << 16) {
        compareBatch();
      }
    }

    private void compareBatch() {
      if (batch.isEmpty()) {
        return;
      }
      List<Optional<? extends NamedValues>> found = stored.find(batch);
      List<MappedRow> wrong = new ArrayList<>();
      List<Difference> told = new ArrayList<>();
      for (int place = 0; place < batch.size(); place++) {
        MappedRow row = batch.get(place);
        fields++;
        Optional<Difference> difference = difference(row, found.get(place));
        if (difference.isPresent() && reported.add(ofSource.identity(row.key(), row.itemKey()))) {
          wrong.add(row);
          told.add(difference.get());
        }
      }
      batch.clear();
      Set<MappedRow> refused = new HashSet<>();
      if (repair && !wrong.isEmpty()) {
        writer.write(table, wrong, true).forEach(each -> refused.add(each.row()));
      }
      for (int place = 0; place < wrong.size(); place++) {
        tell(told.get(place), repair && !refused.contains(wrong.get(place)));
      }
    }

    private Optional<Difference> difference(MappedRow row, Optional<? extends NamedValues> found) {
      if (found.isEmpty()) {
        return Optional.of(of(Kind.MISSING, row.key(), row.itemKey(), ""));
      }
      if (!table.isItems() && table.isRows() && !found.get().key().equals(row.key())) {
        // Equal under the collation of the key: another row, or another spelling.
        return Optional.of(
            of(Kind.DIFFERENT, row.key(), row.itemKey(), "is spelled " + found.get().key()));
      }
      for (Field field : table.values()) {
        Object here = ofSource.comparable(field.name(), row.values().get(field.name()));
        Object there = found.get().value(field.name());
        if (!Objects.equals(here, there)) {
          String detail =
              field.name() + ": database " + shortened(here) + ", store " + shortened(there);
          boolean absent = !table.isRows() && !table.isItems() && there == null;
          return Optional.of(
              of(absent ? Kind.MISSING : Kind.DIFFERENT, row.key(), row.itemKey(), detail));
        }
      }
      return Optional.empty();
    }

    private static String shortened(Object value) {
      String text = String.valueOf(value);
      return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private Difference of(Kind kind, Tuple key, Tuple itemKey, String detail) {
      return new Difference(kind, table.name(), key, itemKey, detail, false);
    }

    private void tell(Difference difference, boolean wasRepaired) {
      switch (difference.kind()) {
        case MISSING -> missing++;
        case SURPLUS -> surplus++;
        case DIFFERENT -> different++;
      }
      repaired += wasRepaired ? 1 : 0;
      differences.accept(
          new Difference(
              difference.kind(),
              difference.table(),
              difference.key(),
              difference.itemKey(),
              difference.detail(),
              wasRepaired));
    }

    /** Compares the rows of some buckets, so many at a time that their keys are in memory. */
    private void lookAt(BitSet buckets) {
      long expected = Math.max(1, Math.max(ofSource.rows(), ofStore.rows()));
      int atOnce = (int) Math.max(1, (long) KEYS_MAX * Buckets.COUNT / expected);
      BitSet some = new BitSet();
      for (int bucket = buckets.nextSetBit(0);
          bucket >= 0;
          bucket = buckets.nextSetBit(bucket + 1)) {
        some.set(bucket);
        if (some.cardinality() >= atOnce) {
          lookAtSome(some);
          some.clear();
        }
      }
      if (!some.isEmpty()) {
        lookAtSome(some);
      }
    }

    private void lookAtSome(BitSet buckets) {
      Set<Bytes> ours = new HashSet<>();
      readSource(
          row -> {
            Bytes identity = ofSource.identity(row.key(), row.itemKey());
            if (buckets.get(Buckets.bucket(identity))) {
              ours.add(identity);
              if (!full) {
                compareLater(row);
              }
            }
          },
          () -> {});
      compareBatch();
      List<Stored> removed = new ArrayList<>();
      stored.forEach(
          row -> {
            Bytes identity = ofSource.identity(row.key(), row.itemKey());
            if (buckets.get(Buckets.bucket(identity)) && !ours.contains(identity)) {
              if (repair) {
                removed.add(row);
              } else {
                tell(of(Kind.SURPLUS, row.key(), row.itemKey(), ""), false);
              }
            }
          });
      for (Stored row : removed) {
        boolean done = true;
        String why = "";
        try {
          StoredRows.remove(store, table, row);
        } catch (org.portolan.data.ConstraintException e) {
          done = false;
          why = e.getMessage();
        }
        tell(of(Kind.SURPLUS, row.key(), row.itemKey(), why), done);
      }
    }
  }
}
