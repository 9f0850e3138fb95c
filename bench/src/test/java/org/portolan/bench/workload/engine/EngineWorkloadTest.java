package org.portolan.bench.workload.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Worker;
import org.portolan.bench.random.ChiSquare;
import org.portolan.bench.random.Distributions;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.types.Tuple;

class EngineWorkloadTest {
  private static final int RECORDS = 700;
  private static final int WORKERS = 4;
  private static final int OPERATIONS = 1_500;

  private final long seed = Long.getLong("portolan.seed", System.nanoTime());
  @TempDir Path directory;

  @BeforeEach
  void printSeed() {
    System.out.println("seed " + seed + " (again with -Dportolan.seed=" + seed + ")");
  }

  private EngineWorkload open(String name, Runnable onClose) {
    return open(name, RECORDS, onClose);
  }

  private EngineWorkload open(String name, long records, Runnable onClose) {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    return open(name, records, Check.VERSIONS, engine, onClose);
  }

  private EngineWorkload open(
      String name, long records, Check check, Engine engine, Runnable onClose) {
    Mix mix = Mixes.ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    var settings =
        new EngineWorkload.Settings(
            records,
            mix.has(RowOperation.INSERT) ? 1_000 : 0,
            100,
            Distributions.parse(mix.distribution()),
            Durability.BUFFERED,
            check,
            seed);
    return new EngineWorkload(mix, settings, engine, onClose);
  }

  /** Lets several workers perform at once, and returns the count of each operation. */
  private long[] perform(EngineWorkload workload) throws Exception {
    long[] counts = new long[workload.operations().size()];
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    try {
      List<Future<long[]>> running = new ArrayList<>();
      for (int number = 0; number < WORKERS; number++) {
        Worker worker = workload.worker(number, seed);
        running.add(
            threads.submit(
                () -> {
                  long[] own = new long[counts.length];
                  for (int operation = 0; operation < OPERATIONS; operation++) {
                    Outcome outcome = worker.judge(worker.perform());
                    assertThat(outcome).isEqualTo(Outcome.ok(outcome.operation()));
                    own[outcome.operation()]++;
                  }
                  return own;
                }));
      }
      for (Future<long[]> one : running) {
        for (int operation = 0; operation < counts.length; operation++) {
          counts[operation] += one.get()[operation];
        }
      }
    } finally {
      threads.shutdownNow();
    }
    return counts;
  }

  static List<String> names() {
    return Mixes.ALL.stream().map(Mix::name).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void perform_allRight_inTheSharesOfTheMix(String name) throws Exception {
    try (EngineWorkload workload = open(name, () -> {})) {
      workload.prepare(Progress.NONE);
      long[] counts = perform(workload);
      if (counts.length > 1) {
        double[] expected =
            workload.mix.shares().stream()
                .mapToDouble(share -> WORKERS * OPERATIONS * share.percent() / 100.0)
                .toArray();
        ChiSquare.assertFit(name, counts, expected);
      }
      Optional<Verification> verification = workload.verifyAtEnd();
      if (workload.records.named()) {
        assertThat(verification.orElseThrow().findings()).isEmpty();
        boolean writes = !List.of("ycsb-c").contains(name);
        assertThat(verification.get().checked() > 0).isEqualTo(writes);
      } else {
        assertThat(verification).isEmpty();
      }
      assertThat(workload.configuration()).containsKeys("store", "skew", "verified");
    }
  }

  @Test
  void verify_findsEveryLoss() throws Exception {
    try (EngineWorkload workload = open("ycsb-a", () -> {})) {
      workload.prepare(Progress.NONE);
      perform(workload);
      List<Long> written = new ArrayList<>();
      for (long number = 0; number < RECORDS; number++) {
        if (workload.account.touched(number)) {
          written.add(number);
        }
      }
      assertThat(written).hasSizeGreaterThan(40);
      String table = workload.records.schema().name();
      for (int place = 0; place < 40; place++) {
        String key = Records.key(written.get(place));
        Mutation loss =
            switch (place % 4) {
              // A lost record, an older write, another record's values, and a mixture of two
              // writes.
              case 0 -> Mutation.of(table, Tuple.of(key), new Change.DeleteFamily("family"));
              case 1 -> workload.records.put(key, new Version(workload.account.run(), 0));
              case 2 -> foreign(workload, key);
              default -> torn(workload, key);
            };
        workload.engine.mutate(loss, Durability.BUFFERED);
      }
      Verification verification = workload.verifyAtEnd().orElseThrow();
      assertThat(verification.wrong()).isEqualTo(40);
      assertThat(verification.checked()).isEqualTo(written.size());
      for (String part :
          List.of("was acknowledged but is missing", "is of write 0, but", "holds", "is torn")) {
        assertThat(verification.findings())
            .filteredOn(finding -> finding.contains(part))
            .as(part)
            .hasSize(10);
      }
    }
  }

  private static Mutation foreign(EngineWorkload workload, String key) {
    Change other =
        workload.records.put("user1", new Version(workload.account.run(), 1)).changes().get(0);
    return Mutation.of(workload.records.schema().name(), Tuple.of(key), other);
  }

  private static Mutation torn(EngineWorkload workload, String key) {
    Get get = workload.records.get(key);
    List<Object> values = new ArrayList<>(workload.engine.get(get).columns().get(Records.FAMILY));
    Change other =
        workload.records.put(key, new Version(workload.account.run(), 0)).changes().get(0);
    values.set(7, ((Change.PutColumns) other).values().get(7));
    return Mutation.of(get.table(), get.key(), new Change.PutColumns(Records.FAMILY, values));
  }

  @Test
  void perform_readsOfWrongData_areCountedAsThat() throws Exception {
    try (EngineWorkload workload = open("ycsb-c", 1, () -> {})) {
      workload.prepare(Progress.NONE);
      String key = Records.key(0);
      workload.engine.mutate(foreign(workload, key), Durability.BUFFERED);
      Worker worker = workload.worker(0, seed);
      Outcome outcome = worker.judge(worker.perform());
      assertThat(outcome.kind()).isEqualTo(OutcomeKind.WRONG_DATA);
      assertThat(((Outcome.Failed) outcome).message())
          .startsWith("field0 of record " + key + " holds 'user1 ");
    }
  }

  /** A store that is not asked for the newest data may give older ones: that is no failure. */
  @Test
  void perform_staleReads_areCountedAsThat_whereTheyAreAdmitted() throws Exception {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    try (EngineWorkload workload = open("ycsb-c", 1, Check.STALE, engine, () -> {})) {
      workload.prepare(Progress.NONE);
      Version written = workload.account.begin(0);
      workload.account.ended(0, Account.End.ACKNOWLEDGED);
      Worker worker = workload.worker(0, seed);
      assertThat(worker.judge(worker.perform()).kind()).isEqualTo(OutcomeKind.STALE);
      assertThat(workload.verifyAtEnd()).as("reads may be stale at the end, too").isEmpty();
      String key = Records.key(0);
      engine.mutate(workload.records.put(key, written), Durability.BUFFERED);
      assertThat(worker.judge(worker.perform()).kind()).isEqualTo(OutcomeKind.OK);
      engine.mutate(foreign(workload, key), Durability.BUFFERED);
      assertThat(worker.judge(worker.perform()).kind()).isEqualTo(OutcomeKind.WRONG_DATA);
    }
  }

  @Test
  void prepare_goesOnWhereItEnded_andKeepsWhatWasInserted() throws Exception {
    List<String> closed = new ArrayList<>();
    try (EngineWorkload first = open("ycsb-c", 600, () -> closed.add("first"))) {
      first.prepare(Progress.NONE);
    }
    assertThat(closed).containsExactly("first");
    long inserted;
    try (EngineWorkload second = open("ycsb-d", () -> {})) {
      List<Long> reached = new ArrayList<>();
      second.prepare((done, total, unit) -> reached.add(done));
      assertThat(reached).containsExactly((long) RECORDS);
      inserted = perform(second)[1];
    }
    try (EngineWorkload third = open("ycsb-d", () -> {})) {
      third.prepare(Progress.NONE);
      assertThat(third.inserts().ended()).isEqualTo(RECORDS + inserted);
      perform(third);
    }
  }

  /** Older releases noted a number that also counted inserts that had failed. */
  @Test
  void prepare_afterAnOlderRelease_fillsTheTableOnceMore() throws Exception {
    try (EngineWorkload workload = open("ycsb-c", () -> {})) {
      FillState filled = new FillState(workload.engine, "usertable");
      workload.engine.mutate(
          Mutation.of(
              "portolan_bench",
              Tuple.of("usertable"),
              new Change.PutColumns("state", List.of((long) RECORDS))),
          Durability.BUFFERED);
      workload.prepare(Progress.NONE);
      assertThat(performAlone(workload)).containsOnlyKeys(OutcomeKind.OK);
      assertThat(filled.records()).isEqualTo(RECORDS);
    }
  }

  /** Writes that fail have never been made, whatever the client knows. */
  static List<Fault> failures() {
    return List.of(Fault.unavailable(), new Fault(Fault.Answer.UNKNOWN, 0, Fault.Rest.NEVER));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inserts_thatFail_areNotMissing_inThisRunAndLater(Fault failure) throws Exception {
    Set<OutcomeKind> failed = EnumSet.of(OutcomeKind.TIMEOUT, OutcomeKind.UNKNOWN);
    try (EngineWorkload workload = openWithFaults("ycsb-d", RECORDS, failure)) {
      Map<OutcomeKind, Long> outcomes = performAlone(workload);
      assertThat(outcomes.keySet()).containsAnyElementsOf(failed);
      assertThat(outcomes).containsKey(OutcomeKind.NOT_FOUND);
      assertThat(outcomes).doesNotContainKeys(OutcomeKind.WRONG_DATA, OutcomeKind.ERROR);
      assertThat(workload.verifyAtEnd().orElseThrow().findings()).isEmpty();
    }
    try (EngineWorkload workload = open("ycsb-d", () -> {})) {
      workload.prepare(Progress.NONE);
      assertThat(performAlone(workload).keySet()).isSubsetOf(OutcomeKind.OK, OutcomeKind.NOT_FOUND);
      assertThat(workload.verifyAtEnd().orElseThrow().findings()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void inserts_thatFailed_areFilledByALaterRunOfMoreRecords(Fault failure) throws Exception {
    try (EngineWorkload workload = openWithFaults("ycsb-d", RECORDS, failure)) {
      performAlone(workload);
    }
    try (EngineWorkload workload = open("ycsb-c", RECORDS + 40, () -> {})) {
      workload.prepare(Progress.NONE);
      assertThat(performAlone(workload)).containsOnlyKeys(OutcomeKind.OK);
    }
  }

  /** Returns a filled workload of which every third write fails. */
  private EngineWorkload openWithFaults(String name, long records, Fault failure) {
    var network =
        new FaultyNetwork(Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING));
    FaultyEngine client = network.client(FaultPlan.NONE);
    EngineWorkload workload = open(name, records, Check.VERSIONS, client, network::close);
    workload.prepare(Progress.NONE);
    AtomicLong writes = new AtomicLong();
    client.startOver(
        call ->
            call.what().startsWith("change of usertable(") && writes.incrementAndGet() % 3 == 0
                ? failure
                : Fault.none());
    return workload;
  }

  private Map<OutcomeKind, Long> performAlone(EngineWorkload workload) throws Exception {
    Worker worker = workload.worker(0, seed);
    Map<OutcomeKind, Long> outcomes = new EnumMap<>(OutcomeKind.class);
    for (int operation = 0; operation < OPERATIONS; operation++) {
      outcomes.merge(worker.judge(worker.perform()).kind(), 1L, Long::sum);
    }
    return outcomes;
  }

  /** A replica that lags returns no row for a record that was just written. */
  @ParameterizedTest
  @EnumSource
  void newRecords_thatAStaleReadMisses_areFlawedOnlyIfVersionsAreChecked(Check check)
      throws Exception {
    Engine engine = Engines.open("rocksdb:" + directory, OpenMode.CREATE_IF_MISSING);
    try (EngineWorkload workload = open("ycsb-d", RECORDS, check, engine, () -> {})) {
      workload.prepare(Progress.NONE);
      performAlone(workload);
      for (long number : new long[] {0, workload.inserts().ended() - 1}) {
        Get get = workload.records.get(Records.key(number));
        engine.mutate(
            Mutation.of(get.table(), get.key(), new Change.DeleteFamily(Records.FAMILY)),
            Durability.BUFFERED);
        assertThat(workload.judge(number, engine.get(get), workload.account.oldest(number)))
            .as("record " + number)
            .isEqualTo(
                check.ofVersions()
                    ? Optional.of(
                        new Flaw(
                            "record " + Records.key(number) + " was acknowledged but is missing",
                            true))
                    : Optional.empty());
      }
    }
    try (EngineWorkload workload = open("ycsb-d", () -> {})) {
      workload.prepare(Progress.NONE);
      Row missing = workload.engine.get(workload.records.get(Records.key(0)));
      assertThat(workload.judge(0, missing, 0)).as("filled by an earlier run").isPresent();
    }
  }

  @Test
  void worker_sameSeed_asksForTheSame() throws Exception {
    try (EngineWorkload workload = open("ycsb-e", () -> {})) {
      workload.prepare(Progress.NONE);
      Worker one = workload.worker(3, seed);
      Worker other = workload.worker(3, seed);
      for (int operation = 0; operation < 200; operation++) {
        assertThat(one.perform().operation()).isEqualTo(other.perform().operation());
      }
    }
  }
}
