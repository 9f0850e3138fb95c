package org.portolan.bench.workload.wiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Verification;
import org.portolan.bench.load.Worker;
import org.portolan.bench.random.ChiSquare;
import org.portolan.bench.random.Distribution;
import org.portolan.bench.random.Distributions;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.workload.wiki.WikiMix.Act;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.ConflictStatistics.HotKey;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.synthetic.SyntheticWiki;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;

class WikiWorkloadTest {
  private static final int PAGES = 60;
  private static final int USERS = 3;
  private static final int OPERATIONS = 150;

  private final long seed = Long.getLong("portolan.seed", System.nanoTime());
  @TempDir Path directory;

  @BeforeEach
  void printSeed() {
    System.out.println("seed " + seed + " (again with -Dportolan.seed=" + seed + ")");
  }

  private String uri() {
    return "rocksdb:" + directory.resolve("store");
  }

  private WikiWorkload workload(WikiMix mix, WikiAccess wiki) {
    return new WikiWorkload(mix, wiki, Distributions.parse(mix.distribution()), PAGES, 0, seed);
  }

  private WikiAccess store(WikiModel model) {
    return StoreAccess.open(uri(), Optional.of(model), 20, () -> {});
  }

  private record Done(Act act, Outcome outcome) {}

  /** Lets several users act at once, and returns all outcomes. */
  private List<Done> perform(WikiWorkload workload, WikiMix mix) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(USERS);
    try {
      List<Future<List<Done>>> running = new ArrayList<>();
      for (int number = 0; number < USERS; number++) {
        Worker user = workload.worker(number, seed);
        running.add(
            threads.submit(
                () -> {
                  List<Done> done = new ArrayList<>();
                  for (int operation = 0; operation < OPERATIONS; operation++) {
                    Outcome outcome = user.perform();
                    done.add(new Done(mix.acts().get(outcome.operation()), outcome));
                  }
                  return done;
                }));
      }
      List<Done> all = new ArrayList<>();
      for (Future<List<Done>> one : running) {
        all.addAll(one.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private static void assertRight(List<Done> all) {
    for (Done done : all) {
      // Users may conflict on a page; no other failure may occur.
      boolean met = done.act == Act.EDIT && done.outcome instanceof Outcome.Conflict;
      assertThat(done.outcome.kind() == OutcomeKind.OK || met).as("%s", done).isTrue();
    }
  }

  private static List<WikiMix> mixes() {
    return WikiMix.ALL;
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void perform_atTheStore_allRight_andNoEditIsLost(WikiMix mix) throws Exception {
    try (WikiWorkload workload = workload(mix, store(WikiModel.HASHED))) {
      workload.prepare(Progress.NONE);
      List<Done> all = perform(workload, mix);
      assertRight(all);
      assertThat(workload.configuration()).containsEntry("pages", Integer.toString(PAGES));
      long written =
          all.stream()
              .filter(done -> done.act != Act.VIEW && done.outcome.kind() == OutcomeKind.OK)
              .count();
      Optional<Verification> verification = workload.verifyAtEnd();
      assertThat(verification.map(Verification::checked).orElse(0L)).isEqualTo(written);
      verification.ifPresent(found -> assertThat(found.findings()).isEmpty());
      assertThat(workload.conflicts().orElseThrow().commits()).isGreaterThanOrEqualTo(written);
    }
    try (Store store = Stores.open(uri())) {
      StoreCheck.Result result =
          store.check(StoreCheck.Options.REPORT).run(finding -> {}, rows -> {});
      assertThat(result.missing() + result.dangling()).isZero();
    }
  }

  @Test
  void perform_atADatabase_allRight_andNoEditIsLost() throws Exception {
    String uri = "jdbc:h2:" + directory.resolve("database");
    WikiAccess database = StoreAccess.open(uri, Optional.empty(), 20, () -> {});
    try (WikiWorkload workload = workload(WikiMix.BACK_END, database)) {
      workload.prepare(Progress.NONE);
      assertRight(perform(workload, WikiMix.BACK_END));
      assertThat(workload.configuration()).containsEntry("design", "relational");
      Optional<Verification> verification = workload.verifyAtEnd();
      assertThat(verification.orElseThrow().findings()).isEmpty();
    }
    try (WikiStorage storage = Wikis.openStorage(uri)) {
      assertThat(storage.check(StoreCheck.Options.REPORT, finding -> {}, rows -> {}).isClean())
          .isTrue();
    }
  }

  @Test
  void perform_sharesOfTheMix() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Act> acts = WikiMix.BACK_END.acts();
    long[] counts = new long[acts.size()];
    for (int draw = 0; draw < 100_000; draw++) {
      counts[acts.indexOf(WikiMix.BACK_END.act(random.nextInt(WikiMix.WHOLE)))]++;
    }
    ChiSquare.assertFit("back end", counts, new double[] {97_200, 2_500, 300});
  }

  @Test
  void perform_allOnOnePage_conflictsAreCountedWithItsKey() throws Exception {
    Distribution one = Distributions.parse("hotspot:0.001:1");
    try (WikiWorkload workload =
        new WikiWorkload(WikiMix.EDITS, store(WikiModel.BASIC), one, PAGES, 0, seed)) {
      workload.prepare(Progress.NONE);
      List<Outcome.Conflict> conflicts = new ArrayList<>();
      for (Done done : perform(workload, WikiMix.EDITS)) {
        if (done.outcome instanceof Outcome.Conflict conflict) {
          conflicts.add(conflict);
        }
      }
      assertThat(conflicts).isNotEmpty();
      assertThat(conflicts)
          .allMatch(conflict -> conflict.cause() == ConflictCause.SAME_ROW)
          .allMatch(conflict -> conflict.keys().size() == 1)
          .extracting(conflict -> conflict.keys().get(0))
          .containsOnly(conflicts.get(0).keys().get(0));
    }
  }

  /** A wiki at which another author saves each page between open and save, a number of times. */
  private static WikiAccess withRival(WikiAccess wiki, int rivalSaves) {
    AtomicInteger saves = new AtomicInteger();
    return (WikiAccess)
        Proxy.newProxyInstance(
            WikiAccess.class.getClassLoader(),
            new Class<?>[] {WikiAccess.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("save") && saves.getAndIncrement() < rivalSaves) {
                String title = (String) arguments[0];
                WikiAccess.Opened opened = wiki.open(title);
                wiki.save(title, opened.text() + "\n\nBy the rival.", opened.base());
              }
              return method.invoke(wiki, arguments);
            });
  }

  @Test
  void edit_savedByAnotherMeanwhile_isDoneAgainOnTheNewText() {
    String title = SyntheticWiki.tag(1);
    WikiAccess wiki = withRival(store(WikiModel.HASHED), 3);
    try (WikiWorkload workload = workload(WikiMix.EDITS, wiki)) {
      workload.prepare(Progress.NONE);
      ConflictStatistics before = workload.conflicts().orElseThrow();

      assertThat(workload.user(0, new Seeds(seed), 3).edit(0, title)).isEqualTo(Outcome.ok(0));

      // More, if the edit repeats one that it read.
      assertThat(wiki.open(title).text().split("By the rival.", -1)).hasSizeGreaterThan(3);
      ConflictStatistics met = workload.conflicts().orElseThrow().since(before);
      assertThat(met.retries()).containsExactly(Map.entry(ConflictCause.SAME_ROW, 3L));
      assertThat(met.hotKeys()).containsExactly(new HotKey("page (" + title + ")", 3));
    }
  }

  @Test
  void edit_savedByOthersEachTime_isGivenUp() {
    String title = SyntheticWiki.tag(1);
    WikiAccess wiki = withRival(store(WikiModel.HASHED), 6);
    try (WikiWorkload workload = workload(WikiMix.EDITS, wiki)) {
      workload.prepare(Progress.NONE);
      Outcome conflict =
          new Outcome.Conflict(0, ConflictCause.SAME_ROW, List.of("page (" + title + ")"));

      assertThat(workload.user(0, new Seeds(seed), 2).edit(0, title)).isEqualTo(conflict);
      assertThat(workload.user(1, new Seeds(seed), 0).edit(0, title)).isEqualTo(conflict);

      assertThat(workload.conflicts().orElseThrow().retries())
          .as("the last conflict of an edit is its outcome")
          .containsEntry(ConflictCause.SAME_ROW, 2L);
      assertThat(workload.user(1, new Seeds(seed), 2).edit(0, title)).isEqualTo(Outcome.ok(0));
    }
  }

  @Test
  void verify_findsEveryLostEdit() {
    WikiWorkload workload = workload(WikiMix.EDITS, store(WikiModel.HASHED));
    try (workload) {
      workload.prepare(Progress.NONE);
      WikiActs user = workload.user(0, new Seeds(seed), 0);
      for (int page = 0; page < 5; page++) {
        assertThat(user.edit(0, SyntheticWiki.tag(page))).isEqualTo(Outcome.ok(0));
      }
    }
    try (Store store = Stores.open(uri())) {
      Wikis.of(store).delete(SyntheticWiki.tag(1));
      Wikis.of(store).delete(SyntheticWiki.tag(3));
    }
    try (WikiAccess again = store(WikiModel.HASHED)) {
      Verification found = workload.verify(again).orElseThrow();
      assertThat(found.checked()).isEqualTo(5);
      assertThat(found.wrong()).isEqualTo(2);
      assertThat(found.findings()).allMatch(finding -> finding.contains("is not there"));
    }
  }

  @Test
  void perform_overHttp_onTwoHostsInTurn() throws Exception {
    try (Store store = Stores.openOrCreate(uri(), WikiModel.HASHED.design())) {
      SyntheticWiki synthetic = new SyntheticWiki(1, PAGES);
      try (var source = new SyntheticSource(synthetic, "test")) {
        new WikiImport(store, source, true, broken -> {}, reached -> {}).run();
      }
      Wiki wiki = Wikis.of(store);
      ServerOptions options = ServerOptions.DEFAULT.withPort(0);
      try (WikiServer one = WikiServer.start(wiki, options);
          WikiServer other = WikiServer.start(wiki, options);
          WikiWorkload workload =
              workload(
                  WikiMix.BACK_END,
                  new HttpAccess(List.of(one.address().toString(), other.address().toString())))) {
        workload.prepare(Progress.NONE);
        assertThat(workload.configuration()).containsEntry("pages", Integer.toString(PAGES));
        long pagesBefore = wiki.statistics().pages();
        List<Done> all = perform(workload, WikiMix.BACK_END);
        assertRight(all);
        long created = all.stream().filter(done -> done.act == Act.CREATE).count();
        assertThat(wiki.statistics().pages()).isEqualTo(pagesBefore + created);
        assertThat(workload.verifyAtEnd()).isEmpty();
        try (HttpAccess http = new HttpAccess(List.of(one.address().toString()))) {
          assertThat(http.view("No such page")).isEmpty();
          assertThat(http.history("No such page")).isFalse();
          assertThat(http.history("Aa")).isTrue();
          WikiAccess.Opened opened = http.open("Aa");
          String text = opened.text() + "\n<&\"'> ünïcode";
          assertThat(http.save("Aa", text, opened.base()))
              .isInstanceOf(WikiAccess.Answer.Saved.class);
          assertThat(http.open("Aa").text()).isEqualTo(text);
          assertThat(http.save("Aa", "other", opened.base()))
              .isInstanceOf(WikiAccess.Answer.MovedOn.class);
        }
      }
    }
  }

  @Test
  void addresses_thatAreNone_areRefused() {
    for (String wrong : List.of("", "127.0.0.1:8080", "ftp://host", "http://")) {
      assertThatThrownBy(() -> new HttpAccess(List.of(wrong)))
          .hasMessage("'" + wrong + "' is not the address of a server, like http://127.0.0.1:8080");
    }
  }
}
