package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.StoreOperation.Kind;
import org.portolan.data.StoreOperation.Outcome;
import org.portolan.design.Design;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.ExtremeDesign.End;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/**
 * Each operation of a store is told once. The test asks the interface for its methods: a new one
 * must be named here, either with the event that it makes or among those that make none.
 */
class EveryOperationTest {
  /**
   * Methods that return what this process knows, or another view of the store, or that change the
   * design.
   */
  private static final Set<String> NO_OPERATIONS =
      Set.of(
          "uri()",
          "design()",
          "guarantee()",
          "local()",
          "traced(Trace)",
          "async(AsyncOptions)",
          "sequence(Place,int)",
          "isStoredInKeyOrder(String)",
          "hasSnapshots()",
          "serverMetrics()",
          "conflicts()",
          "health()",
          "activity()",
          "evolve(Design,EvolveOptions)",
          "cancelEvolution(EvolveOptions)",
          "close()");

  private static final Tuple RIGA = Tuple.of("Riga");
  private static final Paging TEN = Paging.first(10);

  private record Told(Kind kind, String object, Function<Store, Object> call) {}

  private static final Map<String, Told> OPERATIONS = new HashMap<>();

  private static void tells(String method, Kind kind, String object, Function<Store, Object> call) {
    OPERATIONS.put(method, new Told(kind, object, call));
  }

  static {
    tells("get(String,Tuple,Columns)", Kind.GET, "page", s -> s.get("page", RIGA, Columns.ALL));
    tells(
        "getAll(String,List,Columns)",
        Kind.GET,
        "page",
        s -> s.getAll("page", List.of(RIGA, Tuple.of("Tartu")), Columns.ALL));
    tells(
        "scan(String,Tuple,Columns,Paging)",
        Kind.SCAN,
        "page",
        s -> s.scan("page", Tuple.EMPTY, Columns.ALL, TEN));
    tells(
        "scanStored(String,Columns,Paging)",
        Kind.SCAN,
        "page",
        s -> s.scanStored("page", Columns.ALL, TEN));
    tells(
        "item(String,Tuple,String,Tuple)",
        Kind.ITEM,
        "page.row_notes",
        s -> s.item("page", RIGA, "row_notes", Tuple.of(1)));
    tells(
        "items(String,Tuple,String,Paging)",
        Kind.ITEMS,
        "page.row_notes",
        s -> s.items("page", RIGA, "row_notes", TEN));
    tells(
        "index(String,Tuple,Paging)",
        Kind.INDEX,
        "cells_single",
        s -> s.index("cells_single", Tuple.of("sea"), TEN));
    tells(
        "index(String,Tuple,Tuple,Paging)",
        Kind.INDEX,
        "cells_single",
        s -> s.index("cells_single", Tuple.of("sea"), RIGA, TEN));
    tells(
        "index(String,Tuple,Start,Paging)",
        Kind.INDEX,
        "cells_single",
        s -> s.index("cells_single", Tuple.of("sea"), Start.behind(RIGA), TEN));
    tells(
        "randomMember(String,Tuple,RandomGenerator)",
        Kind.RANDOM,
        "object_single",
        s -> s.randomMember("object_single", Tuple.of("sea"), new Random(1)));
    tells(
        "readSnapshot(Function)",
        Kind.SNAPSHOT,
        "",
        s -> s.<Object>readSnapshot(reader -> reader.counter("pages")));
    tells("note(String)", Kind.NOTE, "", s -> s.note("place"));
    tells(
        "note(String,String)",
        Kind.NOTE,
        "",
        s -> {
          s.note("place", "here");
          return "kept";
        });
    tells(
        "read(Function)",
        Kind.BATCH,
        "",
        s -> s.read(batch -> batch.add(reader -> reader.counter("pages"))));
    tells("extreme(String)", Kind.COUNTER, "longest", s -> s.extreme("longest"));
    tells("extreme(String,Tuple)", Kind.COUNTER, "longest", s -> s.extreme("longest", Tuple.EMPTY));
    tells("counter(String)", Kind.COUNTER, "pages", s -> s.counter("pages"));
    tells("write(Function)", Kind.WRITE, "page", s -> s.write(EveryOperationTest::put));
    tells(
        "write(Durability,Function)",
        Kind.WRITE,
        "page",
        s -> s.write(Durability.BUFFERED, EveryOperationTest::put));
    tells(
        "deleteCascading(String,Tuple)", Kind.WRITE, "page", s -> s.deleteCascading("page", RIGA));
    tells(
        "flush()",
        Kind.FLUSH,
        "",
        s -> {
          s.flush();
          return "done";
        });
    tells("mergeDeltas()", Kind.MERGE, "", Store::mergeDeltas);
    tells("sweep()", Kind.SWEEP, "", Store::sweep);
    tells("recount(String)", Kind.RECOUNT, "edits", s -> s.recount("edits"));
    tells(
        "itemsWithoutRow(String,Consumer)",
        Kind.CHECK,
        "page",
        s -> {
          s.itemsWithoutRow("page", found -> {});
          return "done";
        });
    tells("load()", Kind.NOTE, "", Store::load);
    tells("isLoadUnfinished()", Kind.NOTE, "", Store::isLoadUnfinished);
    tells("finishLoad(Consumer)", Kind.CHECK, "", s -> s.finishLoad(finding -> {}));
    tells(
        "check(Options)",
        Kind.CHECK,
        "",
        s -> s.check(StoreCheck.Options.REPORT).run(finding -> {}, looked -> {}));
  }

  @TempDir Path directory;
  private final RecordingListener heard = new RecordingListener();
  private Store store;

  private static Object put(StoreTransaction transaction) {
    transaction.get("log", Tuple.of("a"), Columns.ALL);
    transaction.put("page", RIGA, Map.of("text", "a", "links", Set.of("sea")));
    transaction.put("log", Tuple.of("a"), Map.of("version", 1L));
    return "done";
  }

  private static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(",", "(", ")"));
  }

  static Stream<String> methods() {
    return Arrays.stream(Store.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(EveryOperationTest::signature)
        .filter(method -> !NO_OPERATIONS.contains(method))
        .distinct()
        .sorted();
  }

  /** Returns the design with a counter of an extreme. */
  private static Design withExtreme(Design design) {
    IndexLayout layout = new IndexLayout(Representation.CELLS, new SinglePartition());
    ExtremeDesign longest =
        new ExtremeDesign("longest", End.GREATEST, "size", List.of(), Optional.of(layout));
    return new Design(
        design.name(),
        design.entities().stream()
            .map(
                entity ->
                    entity.name().equals("page") ? entity.withExtremes(List.of(longest)) : entity)
            .toList());
  }

  @BeforeEach
  void open() {
    store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"),
            withExtreme(TestDesigns.everyLayout()),
            StoreOptions.DEFAULT.listening(heard));
    store.write(EveryOperationTest::put);
    heard.operations.clear();
  }

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void operation_isToldOnce(String method) {
    Told told = OPERATIONS.get(method);
    assertThat(told).as("an operation, or a method that is none: name it here").isNotNull();
    assertThat(told.call().apply(store)).isNotNull();
    StoreOperation event = heard.only();
    assertThat(event.kind()).isEqualTo(told.kind());
    assertThat(event.object()).isEqualTo(told.object());
    assertThat(event.outcome()).isEqualTo(Outcome.OK);
    assertThat(event.failure()).isEmpty();
    assertThat(event.attempts()).isEqualTo(1);
    assertThat(event.duration()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void operation_ofATracedView_isToldAndCounted(String method) {
    Trace mine = new Trace();
    assertThat(OPERATIONS.get(method).call().apply(store.traced(mine))).isNotNull();
    assertThat(mine.counts()).isEqualTo(heard.only().cost());
  }

  @Test
  void methodsThatAreNamed_exist() {
    Set<String> all =
        Arrays.stream(Store.class.getMethods())
            .map(EveryOperationTest::signature)
            .collect(Collectors.toSet());
    assertThat(all).containsAll(OPERATIONS.keySet()).containsAll(NO_OPERATIONS);
  }

  @Test
  void otherMethods_tellNothing() {
    assertThat(store.uri()).isNotEmpty();
    assertThat(store.design().name()).isEqualTo("every-layout");
    assertThat(store.guarantee()).isEqualTo(Store.Guarantee.ATOMIC);
    assertThat(store.local()).isTrue();
    assertThat(store.serverMetrics()).isNotNull();
    assertThat(store.conflicts().commits()).isEqualTo(1);
    assertThat(store.health().ready()).isTrue();
    assertThat(store.activity().tasks()).hasSize(1);
    store.close();
    store.close();
    assertThat(heard.operations).isEmpty();
    assertThat(heard.stores).containsExactly("opened", "closed");
  }

  @Test
  void calls_ofAnAsynchronousView_areTold() {
    Trace mine = new Trace();
    AsyncStore async = store.async(AsyncOptions.DEFAULT);
    assertThat(async.call(s -> s.counter("pages")).toCompletableFuture().join()).isEqualTo(1);
    assertThat(heard.only().kind()).isEqualTo(Kind.COUNTER);
    var write = async.over(store.traced(mine)).write(EveryOperationTest::put);
    assertThat(write.toCompletableFuture().join()).isEqualTo("done");
    assertThat(heard.only().kind()).isEqualTo(Kind.WRITE);
    assertThat(mine.counts().keysWritten()).isPositive();
  }

  @Test
  void calls_areThoseOfTheEngine() {
    store.get("page", RIGA, Columns.ALL);
    StoreOperation get = heard.only();
    assertThat(get.calls()).extracting(Trace.Call::kind).containsExactly(Trace.Call.Kind.GET);
    assertThat(get.calls().get(0).rows()).isEqualTo(1);
    assertThat(get.calls().get(0).end()).isPositive().isLessThanOrEqualTo(get.duration());
    assertThat(get.cost().roundTrips()).isEqualTo(1);
    store.scan("page", Tuple.EMPTY, Columns.ALL, TEN);
    assertThat(heard.only().calls())
        .extracting(Trace.Call::kind)
        .containsExactly(Trace.Call.Kind.SCAN);
    store.write(EveryOperationTest::put);
    StoreOperation write = heard.only();
    Trace.Call last = write.calls().get(write.calls().size() - 1);
    assertThat(last.kind()).isEqualTo(Trace.Call.Kind.WRITE);
    assertThat(last.rows()).isEqualTo((int) write.cost().keysWritten()).isGreaterThan(1);
  }

  @Test
  void nameThatTheDesignLacks_isNotTold() {
    assertThat(EveryOperationTest.refused(() -> store.counter("made up"))).isTrue();
    assertThat(heard.only())
        .extracting(StoreOperation::object, StoreOperation::outcome)
        .containsExactly("", Outcome.REFUSED);
    assertThat(EveryOperationTest.refused(() -> store.items("page", RIGA, "made up", TEN)))
        .isTrue();
    assertThat(heard.only().object()).isEmpty();
  }

  private static boolean refused(Runnable call) {
    try {
      call.run();
      return false;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }
}
