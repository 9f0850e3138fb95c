package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.engine.OutcomeUnknownException;

/** Runs test classes with the extension, and looks at what JUnit reports. */
class PortolanExtensionTest {
  private static final List<String> RUN = Collections.synchronizedList(new ArrayList<>());
  private static final List<TestStore> STORES = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void forget() {
    RUN.clear();
    STORES.clear();
  }

  private static void note(Kind kind, TestStore store) {
    RUN.add(kind.scheme());
    STORES.add(store);
  }

  @PortolanTest(design = "notes.yaml")
  static class OnAllKinds {
    private Store before;

    @BeforeEach
    void open(Store store) {
      before = store;
    }

    @Test
    void one(Kind kind, TestStore store, TestCluster cluster, Design design) {
      note(kind, store);
      assertThat(store).isSameAs(before);
      assertThat(cluster.kind()).isEqualTo(kind);
      assertThat(design).isEqualTo(Notes.DESIGN);
      assertThat(store.counter("notes")).isZero();
      Notes.add(store, "one", "anna");
    }

    @Test
    void other(Kind kind, TestStore store) {
      one(kind, store, TestCluster.inMemory(kind), Notes.DESIGN);
    }
  }

  @Test
  void class_runsOnEachKindWithANewStoreForEachTest() {
    Reports reports = Reports.of(Map.of(), selectClass(OnAllKinds.class));
    assertThat(reports.failures()).isEmpty();
    assertThat(reports.succeeded()).isEqualTo(8);
    assertThat(RUN)
        .containsExactlyInAnyOrder(
            "hbase", "hbase", "cassandra", "cassandra", "ignite", "ignite", "rocksdb", "rocksdb");
    assertThat(reports.names())
        .contains("hbase in memory", "cassandra in memory", "ignite in memory")
        .contains("rocksdb in memory");
    assertAllClosed();
  }

  private static void assertAllClosed() {
    assertThat(STORES)
        .isNotEmpty()
        .allSatisfy(
            store -> {
              assertThat(store.isOpen()).isFalse();
              assertThat(store.runningThreads()).isZero();
            });
  }

  @PortolanTest(design = "notes.yaml", engines = Kind.CASSANDRA)
  static class Failing {
    @AfterEach
    void after(TestStore store) {
      RUN.add("open afterwards: " + store.isOpen());
    }

    @Test
    void fails(Kind kind, TestStore store, TestCluster cluster, Design design) {
      note(kind, store);
      STORES.add(cluster.open(design));
      throw new AssertionError("on purpose");
    }

    @Test
    void dies(Kind kind, TestStore store) {
      note(kind, store);
      store.faults().killBeforeCall(1);
      Notes.add(store, "one", "anna");
    }
  }

  @Test
  void testThatFails_isReportedAndItsStoresAreClosed() {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    Reports reports;
    try {
      reports = Reports.of(Map.of(), selectClass(Failing.class));
    } finally {
      System.setOut(console);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .containsPattern("fails failed on the cluster like cassandra of seed (-?\\d+); repeat it")
        .contains(" with -Dportolan.test.seed=");
    assertThat(reports.failures())
        .hasSize(2)
        .anySatisfy(
            failure -> assertThat(failure).contains("Error: on cassandra in memory: on purpose"))
        .anySatisfy(
            failure ->
                assertThat(failure)
                    .contains("on cassandra in memory: ", "killed by the test at call"));
    assertThat(RUN).contains("open afterwards: true", "open afterwards: false");
    assertAllClosed();
  }

  @PortolanTest(design = "notes.yaml", engines = Kind.IGNITE)
  static class FailingOutside {
    @BeforeEach
    void before(TestInfo test) {
      assertThat(test.getDisplayName()).as("before").isEqualTo("isAborted()");
    }

    @Test
    void compares() {
      RUN.add("never");
    }

    @Test
    void isAborted() {
      Assumptions.abort("no reason");
    }
  }

  @Test
  void failureBeforeATest_namesTheEngineToo_andAnAbortedTestIsNoFailure() {
    Reports reports = Reports.of(Map.of(), selectClass(FailingOutside.class));
    assertThat(reports.failures())
        .singleElement()
        .asString()
        .contains("AssertionFailedError: on ignite in memory: [before]");
    assertThat(reports.skipped()).containsExactly("no reason");
    assertThat(RUN).isEmpty();
  }

  @PortolanTest(design = "notes.yaml", engines = Kind.HBASE, servers = Kind.HBASE)
  static class BeforeARelease {
    @Test
    void test(Kind kind, TestStore store) {
      note(kind, store);
    }
  }

  @Test
  void serversThatAreNotRequested_areReportedAsSkipped() {
    Reports reports = Reports.of(Map.of(), selectClass(BeforeARelease.class));
    assertThat(reports.failures()).isEmpty();
    assertThat(RUN).containsExactly("hbase");
    assertThat(reports.skipped())
        .containsExactly("not requested: run with -Dportolan.test.engines=hbase");
  }

  @PortolanTest(
      design = "notes.yaml",
      engines = {})
  static class OnRequest {
    @Test
    void writes(Kind kind, TestStore store) {
      note(kind, store);
      Notes.add(store, "one", "anna");
      assertThat(store.counter("notes")).isEqualTo(1);
      Checks.requireClean(store);
    }

    @Test
    void losesAnAnswer(Kind kind, TestStore store) {
      note(kind, store);
      assertThat(store.counter("notes")).isZero();
      store.faults().loseNextAnswer();
      store.faults().conflictNextAttempts(1);
      try {
        Notes.add(store, "one", "anna");
      } catch (OutcomeUnknownException lost) {
        Notes.add(store, "one", "anna");
      }
      assertThat(Notes.notesOf(store, "anna")).isEqualTo(1);
    }
  }

  @Test
  void realEngineOnRequest_runsAndLeavesNothing(@TempDir Path directory) throws Exception {
    String uri = "rocksdb:" + directory.resolve("store");
    Reports reports =
        Reports.of(
            Map.of("portolan.test.engines", "rocksdb", "portolan.test.uris", uri),
            selectClass(OnRequest.class));
    assertThat(reports.failures()).isEmpty();
    assertThat(reports.names()).contains("rocksdb on local servers", uri);
    assertThat(RUN).containsExactly("rocksdb", "rocksdb", "rocksdb", "rocksdb");
    assertThat(STORES).noneMatch(store -> store.uri().contains("memory"));
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
    assertAllClosed();
  }

  @Tag("servers")
  @Test
  void serversOnRequest_runAndAreStopped() {
    Reports reports =
        Reports.of(Map.of("portolan.test.engines", "cassandra"), selectClass(OnRequest.class));
    assertThat(reports.failures()).isEmpty();
    assertThat(RUN).containsExactly("cassandra", "cassandra");
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(
            process -> process.info().commandLine().orElse("").contains("portolan-test-cassandra"));
    assertAllClosed();
  }

  @PortolanTest(design = "missing.yaml", engines = Kind.HBASE)
  static class WithoutDesign {
    @Test
    void test(Store store) {
      RUN.add("never");
    }
  }

  @Test
  void designThatIsMissing_namesTheRemedy() {
    Reports reports = Reports.of(Map.of(), selectClass(WithoutDesign.class));
    assertThat(reports.failures())
        .singleElement()
        .asString()
        .contains("its design 'missing.yaml' is not on the class path; name a file of");
    assertThat(RUN).isEmpty();
  }

  @Test
  void engineThatIsUnknown_isRefused() {
    Reports reports =
        Reports.of(Map.of("portolan.test.engines", "mysql"), selectClass(OnRequest.class));
    assertThat(reports.failures()).singleElement().asString().contains("no engine 'mysql'");
  }

  private static final CountDownLatch ALL = new CountDownLatch(4);

  @PortolanTest(design = "notes.yaml", engines = Kind.HBASE)
  static class InParallel {
    @Test
    void one(Kind kind, TestStore store) throws InterruptedException {
      writeBesideTheOthers(kind, store);
    }

    @Test
    void other(Kind kind, TestStore store) throws InterruptedException {
      writeBesideTheOthers(kind, store);
    }

    private static void writeBesideTheOthers(Kind kind, TestStore store)
        throws InterruptedException {
      note(kind, store);
      ALL.countDown();
      assertThat(ALL.await(60, TimeUnit.SECONDS)).as("all run at the same time").isTrue();
      for (int number = 1; number <= 50; number++) {
        Notes.add(store, "note " + number, "anna");
        assertThat(store.counter("notes")).isEqualTo(number);
      }
      Checks.requireClean(store);
    }
  }

  static class InParallelToo extends InParallel {}

  @Test
  void testsAndClassesInParallel_doNotDisturbOneAnother() {
    Map<String, String> parallel =
        Map.of(
            "junit.jupiter.execution.parallel.enabled", "true",
            "junit.jupiter.execution.parallel.mode.default", "concurrent",
            "junit.jupiter.execution.parallel.config.strategy", "fixed",
            "junit.jupiter.execution.parallel.config.fixed.parallelism", "4");
    Reports reports =
        Reports.of(parallel, selectClass(InParallel.class), selectClass(InParallelToo.class));
    assertThat(reports.failures()).isEmpty();
    assertThat(reports.succeeded()).isEqualTo(4);
    assertAllClosed();
  }
}
