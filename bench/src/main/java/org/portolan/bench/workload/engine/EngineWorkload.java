package org.portolan.bench.workload.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.random.Distribution;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.random.Skew;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.ServerMetrics;

/**
 * A {@link Mix} of operations on the records of one table. An update writes all fields, as YCSB
 * does with {@code writeallfields}: on every engine a family is written whole.
 */
final class EngineWorkload implements Workload {
  private static final int FILL_BATCH = 500;
  private static final int FILL_BATCHES_PER_FLUSH = 20;
  private static final int VERIFY_BATCH = 100;

  /**
   * The settings of a workload.
   *
   * @param records the number of records in the filled table
   * @param insertsExpected the number of inserts expected in a run; YCSB's zipfian includes them
   *     beforehand
   * @param scanLengthMax the longest scan; lengths are uniform from 1
   * @param check what is verified; of versions, only while no other process writes
   */
  record Settings(
      long records,
      long insertsExpected,
      int scanLengthMax,
      Distribution distribution,
      Durability durability,
      Check check,
      long seed) {}

  final Mix mix;
  final Settings settings;
  final Engine engine;
  private final Runnable onClose;
  final Records records;
  final Account account;
  private FillState filled;
  private InsertNumbers inserts;

  /**
   * The number below which every record is in the table. A record above it may be absent, unless
   * this run acknowledged its insert: an insert may have failed, also in an earlier run.
   */
  private long certain;

  /**
   * Takes over an open store.
   *
   * @param onClose runs after the store was closed
   */
  EngineWorkload(Mix mix, Settings settings, Engine engine, Runnable onClose) {
    this.mix = mix;
    this.settings = settings;
    this.engine = engine;
    this.onClose = onClose;
    this.records = new Records(mix.shape());
    this.account =
        new Account(
            System.currentTimeMillis(),
            settings.check().ofVersions() && records.named() ? universe() : 0);
  }

  @Override
  public String name() {
    return mix.name();
  }

  /** Returns YCSB's universe, which includes both ends of its range. */
  long universe() {
    return mix.has(RowOperation.INSERT)
        ? settings.records + 2 * settings.insertsExpected + 1
        : settings.records + 1;
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put("store", engine.uri());
    configuration.put("engine", engine.describe());
    configuration.put("table", records.schema().name());
    configuration.put("records", Long.toString(settings.records));
    configuration.put(
        "record", mix.shape().fields() + " fields of " + mix.shape().fieldBytes() + " bytes");
    for (Mix.Share share : mix.shares()) {
      configuration.put(share.operation().spelling(), share.percent() + " %");
    }
    if (mix.has(RowOperation.SCAN)) {
      configuration.put("scan-length", "1 to " + settings.scanLengthMax + ", uniform");
    }
    if (mix.has(RowOperation.INSERT)) {
      configuration.put("inserts-expected", Long.toString(settings.insertsExpected));
    }
    configuration.put("distribution", settings.distribution.text());
    configuration.put("skew", skew().text());
    configuration.put("durability", settings.durability.toString());
    configuration.put("verified", verified());
    return configuration;
  }

  private Skew skew() {
    return Skew.of(settings.distribution, settings.records, new Seeds(settings.seed));
  }

  private String verified() {
    if (!records.named()) {
      return "key and field of every value read; it has no room for a version";
    }
    return "key, field and version of every value read"
        + switch (settings.check) {
          case VERSIONS -> ", and that no acknowledged write is lost";
          case STALE -> "; stale reads are counted";
          case CONTENT -> "";
        };
  }

  @Override
  public List<String> operations() {
    return mix.shares().stream().map(share -> share.operation().spelling()).toList();
  }

  @Override
  public void prepare(Progress progress) {
    engine.createTable(records.schema());
    filled = new FillState(engine, records.schema().name());
    long present = filled.records();
    // Stale reads may miss the records that are filled now.
    certain = settings.check.ofVersions() ? settings.records : Math.min(present, settings.records);
    if (present < settings.records) {
      fill(present, progress);
      present = settings.records;
    }
    inserts = new InsertNumbers(mix.has(RowOperation.INSERT) ? present : settings.records);
  }

  private void fill(long from, Progress progress) {
    List<Mutation> batch = new ArrayList<>();
    int batches = 0;
    for (long number = from; number < settings.records; number++) {
      batch.add(records.put(Records.key(number), new Version(account.run(), 0)));
      if (batch.size() == FILL_BATCH || number + 1 == settings.records) {
        engine.mutateAll(batch, Durability.BUFFERED);
        batch.clear();
        progress.reached(number + 1, settings.records, "records");
        if (++batches % FILL_BATCHES_PER_FLUSH == 0 || number + 1 == settings.records) {
          engine.flush();
          filled.records(number + 1);
        }
      }
    }
  }

  @Override
  public Worker worker(int number, long seed) {
    return new EngineWorker(this, new Seeds(seed), number);
  }

  @Override
  public boolean inProcess() {
    return engine.capabilities().local();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return engine.serverMetrics();
  }

  InsertNumbers inserts() {
    return inserts;
  }

  /** Reads every record that this workload has written to, unless these reads may be stale. */
  @Override
  public Optional<Verification> verifyAtEnd() {
    if (account.records() == 0 || settings.check == Check.STALE) {
      return Optional.empty();
    }
    List<String> findings = new ArrayList<>();
    long checked = 0;
    long wrong = 0;
    List<Long> batch = new ArrayList<>();
    for (int number = 0; number < account.records(); number++) {
      if (account.touched(number)) {
        batch.add((long) number);
      }
      if (batch.size() == VERIFY_BATCH || number + 1 == account.records()) {
        for (String finding : verify(batch)) {
          wrong++;
          if (findings.size() < Verification.FINDINGS_MAX) {
            findings.add(finding);
          }
        }
        checked += batch.size();
        batch.clear();
      }
    }
    return Optional.of(new Verification(checked, wrong, findings));
  }

  private List<String> verify(List<Long> numbers) {
    List<String> findings = new ArrayList<>();
    if (numbers.isEmpty()) {
      return findings;
    }
    List<Get> gets = numbers.stream().map(number -> records.get(Records.key(number))).toList();
    List<Row> rows = engine.get(gets);
    for (int place = 0; place < numbers.size(); place++) {
      long number = numbers.get(place);
      judge(number, rows.get(place), account.oldest(number))
          .ifPresent(flaw -> findings.add(flaw.text()));
    }
    return findings;
  }

  /**
   * Returns the error in a record that was read, if any.
   *
   * @param oldest the account's oldest write before the read
   */
  Optional<Flaw> judge(long number, Row row, int oldest) {
    if (row.isEmpty()) {
      boolean acknowledged = number < certain || oldest > 0;
      return acknowledged && !account.mayBeAbsent(number)
          ? Optional.of(
              new Flaw("record " + Records.key(number) + " was acknowledged but is missing", true))
          : Optional.empty();
    }
    Records.Finding finding = records.inspect(row);
    if (!finding.isRight()) {
      return Optional.of(Flaw.wrong(finding.wrong()));
    }
    return finding
        .version()
        .flatMap(version -> account.judge(number, version, oldest))
        .map(flaw -> new Flaw("record " + Records.key(number) + " " + flaw.text(), flaw.stale()));
  }

  @Override
  public void close() {
    try {
      // A failed insert and those after it are repeated by the next run.
      if (inserts != null && inserts.acknowledged() > filled.records()) {
        filled.records(inserts.acknowledged());
      }
    } finally {
      engine.close();
      onClose.run();
    }
  }
}
