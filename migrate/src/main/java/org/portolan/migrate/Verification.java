package org.portolan.migrate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.portolan.data.NamedValues;
import org.portolan.data.Store;
import org.portolan.migrate.Difference.Kind;
import org.portolan.migrate.StoredRows.Stored;
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

  /** The rows of which the text of a repaired difference is kept. */
  private static final int DETAILS_MAX = 10_000;

  private final Migration migration;
  private final Store store;
  private final boolean full;
  private final boolean repair;
  private final RowWriter writer;
  private final Consumer<Difference> differences;

  /** Gets the rows of the database that a repair could not write; null if nobody wants them. */
  private final Rejects rejects;

  private final LateRejects lateRejects;

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
    this(migration, store, full, repair, null, differences);
  }

  /**
   * Makes a verification that also writes a line for each row that a repair leaves absent, and for
   * each that hangs on a row that it must delete.
   */
  Verification(
      Migration migration,
      Store store,
      boolean full,
      boolean repair,
      Rejects rejects,
      Consumer<Difference> differences) {
    this.migration = migration;
    this.store = store;
    this.full = full;
    this.repair = repair;
    this.writer = new StoreRowWriter(store, migration.contested());
    this.differences = differences;
    this.rejects = rejects;
    this.lateRejects =
        rejects == null ? null : new LateRejects(store, migration.plan().tables(), rejects);
  }

  /**
   * Compares all tables. A repair first takes from rows what other rows are to have, then writes
   * what is missing or differs, and then deletes what is surplus.
   */
  public List<TableResult> run() {
    return run(table -> true);
  }

  /** Returns the tables of which a repair deleted rows because of what they belong or refer to. */
  Set<String> tablesRejectedLate() {
    return lateRejects == null ? Set.of() : lateRejects.counts().keySet();
  }

  /** Compares some tables, as {@link #run()} does all. */
  List<TableResult> run(Predicate<TablePlan> which) {
    List<OfTable> all = migration.plan().tables().stream().map(OfTable::new).toList();
    List<OfTable> tables = all.stream().filter(each -> which.test(each.table)).toList();
    if (repair) {
      tables.forEach(OfTable::makeWay);
    }
    tables.forEach(OfTable::compare);
    if (repair) {
      SurplusRows surplus =
          new SurplusRows(
              migration,
              store,
              lateRejects,
              (table, key, itemKey, refusal) ->
                  all.get(table.number()).tellSurplus(key, itemKey, refusal));
      for (int last = tables.size() - 1; last >= 0; last--) {
        surplus.delete(tables.get(last).table);
      }
      surplus.end();
      store.flush();
    }
    return tables.stream().map(OfTable::result).toList();
  }

  /** The comparison of one table. */
  private final class OfTable {
    private final TablePlan table;
    private final StoredRows stored;
    private final Buckets values;
    private final List<MappedRow> batch = new ArrayList<>();
    private final Set<Tuple> reported = new HashSet<>();
    private final Set<Tuple> reportedContested = new HashSet<>();
    private final Optional<TableRejects> lines;

    /** What was different in rows that have given up a value since. */
    private final Map<Bytes, Difference> before = new HashMap<>();

    private final DifferenceCounts counts = new DifferenceCounts(differences);
    private long sourceRows;
    private long storeRows;
    private long unfit;
    private long fields;

    OfTable(TablePlan table) {
      this.table = table;
      this.stored = new StoredRows(store, table);
      this.values = new Buckets(table);
      this.lines = Optional.ofNullable(rejects).map(file -> new TableRejects(table, file));
    }

    TableResult result() {
      return counts.result(table.name(), sourceRows, unfit, storeRows, fields);
    }

    void makeWay() {
      Freeing freeing =
          new Freeing(
              store,
              table,
              new Freeing.Events() {
                @Override
                public boolean isRefused(MappedRow row) {
                  return contested(row).isPresent();
                }

                @Override
                public void freed(MappedRow row) {
                  if (before.size() < DETAILS_MAX) {
                    difference(row, stored.find(List.of(row)).get(0))
                        .ifPresent(
                            each -> before.put(values.identity(row.key(), row.itemKey()), each));
                  }
                }

                @Override
                public void spelled(Stored row, Tuple spelling) {
                  tell(respelled(row, spelling), true);
                }

                @Override
                public void deleted(Stored row) {
                  tellSurplus(row.key(), row.itemKey(), "");
                }
              });
      if (freeing.isNeeded()) {
        migration.findContested(table, store);
        freeing.run(migration.sides(table, store), true);
      }
    }

    /** Returns why the store cannot have a row, if other rows are the reason. */
    private Optional<String> contested(MappedRow row) {
      ContestedKeys known = migration.contested();
      return known
          .ownerInPlace(table, row, store)
          .map(there -> known.isOfAnother(table, row.key(), there))
          .or(() -> known.parts().refusal(table, row));
    }

    void compare() {
      migration.findContested(table, store);
      TwoSides sides = migration.sides(table, store);
      long[] number = {0};
      BitSet buckets =
          sides.sum(
              row -> {
                if (full || number[0]++ % SAMPLED_OF == 0) {
                  compareLater(row);
                }
              },
              (raw, column, reason) -> lines.ifPresent(file -> file.add(raw, column, reason)));
      compareBatch();
      sourceRows = sides.ofSource().rows();
      storeRows = sides.ofStore().rows();
      unfit = sides.unfit();
      sides.inParts(buckets, some -> sides.read(some, new Looked()));
      // What had to give up a value, and is right without it.
      before.values().forEach(each -> tell(each, true));
    }

    /** Tells of the rows of buckets that differ. */
    private final class Looked implements TwoSides.Rows {
      @Override
      public void ofSource(MappedRow row) {
        if (!full) {
          compareLater(row);
        }
      }

      @Override
      public void endOfSource() {
        compareBatch();
      }

      @Override
      public void surplus(Stored row) {
        if (!repair) {
          tell(of(Kind.SURPLUS, row.key(), row.itemKey(), ""), false);
        }
      }

      @Override
      public void spelled(Stored row, List<Tuple> spellings) {
        List<Tuple> absent = new ArrayList<>(spellings);
        if (!absent.remove(row.key())) {
          tell(respelled(row, absent.remove(0)), false);
        }
        absent.removeAll(reportedContested);
        absent.forEach(
            key -> tell(of(Kind.MISSING, key, Tuple.EMPTY, takenForEqual(row.key())), false));
      }
    }

    private static String takenForEqual(Tuple other) {
      return "the collation of the key takes it for equal to " + other;
    }

    private Difference respelled(Stored row, Tuple spelling) {
      return of(Kind.DIFFERENT, spelling, Tuple.EMPTY, "is spelled " + row.key());
    }

    void tellSurplus(Tuple key, Tuple itemKey, String refusal) {
      tell(of(Kind.SURPLUS, key, itemKey, refusal), refusal.isEmpty());
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
        Optional<String> contested = contested(row);
        if (contested.isPresent()) {
          tellContested(row, contested.get(), contested.get());
          continue;
        }
        if (repair && isOfRival(row, found.get(place))) {
          migration.contested().add(table.entity(), row.key());
          Tuple there = found.get(place).orElseThrow().key();
          tellContested(row, takenForEqual(there), RowKeys.equalTo(there));
          continue;
        }
        Optional<Difference> difference =
            difference(row, found.get(place)).map(each -> asBefore(row, each));
        // Rows whose keys are equal only under the collation are told one by one.
        if (difference.isPresent() && reported.add(row.key().append(row.itemKey()))) {
          wrong.add(row);
          told.add(difference.get());
        }
      }
      batch.clear();
      Map<MappedRow, String> refused = new HashMap<>();
      if (repair && !wrong.isEmpty()) {
        for (RowWriter.Refusal refusal : writer.write(table, wrong, true)) {
          refused.put(refusal.row(), refusal.reason());
          reportedContested.add(refusal.row().key().append(refusal.row().itemKey()));
          lines.ifPresent(file -> file.add(refusal));
        }
      }
      for (int place = 0; place < wrong.size(); place++) {
        String reason = refused.get(wrong.get(place));
        Difference difference = told.get(place);
        tell(
            reason == null ? difference : difference.notRepaired(reason), repair && reason == null);
      }
    }

    /** Tells of a row that the store cannot have, because another row has its place. */
    private void tellContested(MappedRow row, String detail, String reason) {
      if (reportedContested.add(row.key().append(row.itemKey()))) {
        tell(of(Kind.MISSING, row.key(), row.itemKey(), detail), false);
        String column = RowKeys.collated(table);
        if (repair) {
          lines.ifPresent(file -> file.add(new RowWriter.Refusal(row, column, reason)));
        }
      }
    }

    private boolean isOfRival(MappedRow row, Optional<? extends NamedValues> found) {
      return table.isRows() && found.filter(there -> !there.key().equals(row.key())).isPresent();
    }

    private Optional<Difference> difference(MappedRow row, Optional<? extends NamedValues> found) {
      if (found.isEmpty()) {
        return Optional.of(of(Kind.MISSING, row.key(), row.itemKey(), whyMissing(row)));
      }
      if (isOfRival(row, found)) {
        // Equal under the collation: another row, or another spelling. Its bucket differs, so it
        // is told when all rows of the bucket are known.
        migration.contested().add(table.entity(), row.key());
        return Optional.empty();
      }
      for (Field field : table.values()) {
        Object here = values.comparable(field.name(), row.values().get(field.name()));
        Object there = found.get().value(field.name());
        if (!Objects.equals(here, there)) {
          boolean absent = !table.isRows() && !table.isItems() && there == null;
          Kind kind = absent ? Kind.MISSING : Kind.DIFFERENT;
          String detail = Difference.detail(field.name(), here, there);
          return Optional.of(of(kind, row.key(), row.itemKey(), detail));
        }
      }
      return Optional.empty();
    }

    private String whyMissing(MappedRow row) {
      boolean owned = table.isRows() || StoredRows.has(store, table.entity().name(), row.key());
      return repair || owned ? "" : RowKeys.ownerIsAbsent(table, row);
    }

    /** Returns how a row differed before it gave up a value. */
    private Difference asBefore(MappedRow row, Difference difference) {
      Difference first = before.remove(values.identity(row.key(), row.itemKey()));
      return first == null ? difference : first;
    }

    private Difference of(Kind kind, Tuple key, Tuple itemKey, String detail) {
      return new Difference(kind, table.name(), key, itemKey, detail, false);
    }

    private void tell(Difference difference, boolean wasRepaired) {
      counts.tell(difference, wasRepaired);
    }
  }
}
