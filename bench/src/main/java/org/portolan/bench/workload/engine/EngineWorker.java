package org.portolan.bench.workload.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Worker;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.engine.ConflictException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/** One client of an {@link EngineWorkload}. */
final class EngineWorker implements Worker {
  private static final Supplier<Optional<Flaw>> NOTHING_READ = Optional::empty;

  private final EngineWorkload workload;
  private final RandomGenerator operations;
  private final RandomGenerator lengths;
  private final Sampler numbers;

  /** The pending verification of the rows that the last operation read. */
  private Supplier<Optional<Flaw>> judgement = NOTHING_READ;

  EngineWorker(EngineWorkload workload, Seeds seeds, int worker) {
    this.workload = workload;
    this.operations = seeds.stream("operations", worker);
    this.lengths = seeds.stream("scan lengths", worker);
    this.numbers =
        workload
            .settings
            .distribution()
            .sampler(workload.universe(), seeds.stream("records", worker));
  }

  @Override
  public Outcome perform() {
    int operation = workload.mix.draw(operations);
    judgement = NOTHING_READ;
    try {
      return switch (workload.mix.shares().get(operation).operation()) {
        case READ -> read(operation, number());
        case UPDATE -> write(operation, number());
        case INSERT -> insert(operation);
        case SCAN -> scan(operation, number());
        case READ_MODIFY_WRITE -> readModifyWrite(operation, number());
      };
    } catch (RuntimeException e) {
      return Outcome.of(operation, e);
    }
  }

  @Override
  public Outcome judge(Outcome performed) {
    // A failed operation is not verified: it may have no rows.
    return performed.kind() == OutcomeKind.OK || performed.kind() == OutcomeKind.NOT_FOUND
        ? judgement.get().map(flaw -> outcome(performed.operation(), flaw)).orElse(performed)
        : performed;
  }

  private Outcome outcome(int operation, Flaw flaw) {
    return flaw.stale() && workload.settings.check() == Check.STALE
        ? Outcome.stale(operation)
        : Outcome.wrongData(operation, flaw.text());
  }

  private long number() {
    return numbers.next(workload.inserts().ended());
  }

  private Outcome read(int operation, long number) {
    int oldest = workload.account.oldest(number);
    Row row = workload.engine.get(workload.records.get(Records.key(number)));
    judgement = () -> workload.judge(number, row, oldest);
    return row.isEmpty() ? Outcome.notFound(operation) : Outcome.ok(operation);
  }

  private Outcome write(int operation, long number) {
    Version version = workload.account.begin(number);
    Account.End end = Account.End.UNKNOWN;
    try {
      workload.engine.mutate(
          workload.records.put(Records.key(number), version), workload.settings.durability());
      end = Account.End.ACKNOWLEDGED;
      return Outcome.ok(operation);
    } catch (UnavailableException | ConflictException e) {
      end = Account.End.REFUSED;
      throw e;
    } finally {
      workload.account.ended(number, end);
    }
  }

  private Outcome insert(int operation) {
    long number = workload.inserts().next();
    boolean acknowledged = false;
    try {
      Outcome outcome = write(operation, number);
      acknowledged = true;
      return outcome;
    } finally {
      workload.inserts().end(number, acknowledged);
    }
  }

  private Outcome readModifyWrite(int operation, long number) {
    Outcome read = read(operation, number);
    return read.kind() == OutcomeKind.OK ? write(operation, number) : read;
  }

  private Outcome scan(int operation, long number) {
    int length = 1 + lengths.nextInt(workload.settings.scanLengthMax());
    String from = Records.key(number);
    KeyRange range = new KeyRange(Tuple.of(from), true, Tuple.EMPTY, true);
    FamilyRead all = FamilyRead.all(Records.FAMILY);
    Scan scan = Scan.of(workload.records.schema().name(), range, length, all);
    List<Row> rows = new ArrayList<>();
    ScanPage page = workload.engine.scan(scan);
    rows.addAll(page.rows());
    // A page may reach its limit of bytes before it has all rows.
    while (rows.size() < length && page.next().isPresent()) {
      Scan following = scan.following(page);
      scan = Scan.of(following.table(), following.range(), length - rows.size(), all);
      page = workload.engine.scan(scan);
      rows.addAll(page.rows());
    }
    judgement = () -> judge(from, rows);
    return rows.isEmpty() ? Outcome.notFound(operation) : Outcome.ok(operation);
  }

  /** Returns the error in the rows of a scan, if any. */
  private Optional<Flaw> judge(String from, List<Row> rows) {
    String last = null;
    for (Row row : rows) {
      String key = row.key().text(0);
      Records.Finding finding = workload.records.inspect(row);
      if (!finding.isRight()) {
        return Optional.of(Flaw.wrong(finding.wrong()));
      }
      if (last == null ? key.compareTo(from) < 0 : key.compareTo(last) <= 0) {
        return Optional.of(
            Flaw.wrong("a scan from " + from + " gave " + key + " after '" + last + "'"));
      }
      last = key;
    }
    return Optional.empty();
  }
}
