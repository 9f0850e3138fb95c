package org.portolan.data.repaired;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Writes the recordings of stores of format 1 that {@link UpgradeTest} opens: every change that the
 * release before sessions made, with clients killed at all stages of their writes. Run it with the
 * code of that release, commit 90d085a: copy this class and {@link RecordedChanges} into this
 * package there, compile the tests, and run {@code main} with a directory. The test expects the
 * changes that this class makes to each page.
 */
final class FormatOneRecorder {
  static final Tuple NOTE = Tuple.of(1);

  private final List<String> lines = new ArrayList<>();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2024-05-01T08:00:00Z"));
  private final FaultyNetwork network;

  private FormatOneRecorder(MemoryCluster cluster) {
    this.network = new FaultyNetwork(recording(cluster.connect()));
  }

  static Tuple key(Object value) {
    return Tuple.of(value);
  }

  /** Returns the content with which a page is put. */
  static Map<String, Object> content(String title) {
    return Map.of("text", "of " + title, "links", Set.of("Latvia", title), "size", title.length());
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    for (MemoryCluster cluster :
        List.of(MemoryCluster.ofRows("rows", 1), MemoryCluster.ofColumns("columns", 1))) {
      FormatOneRecorder recorder = new FormatOneRecorder(cluster);
      recorder.record();
      String name = cluster.connect().uri().replace("memory:", "format-1-") + ".txt";
      Files.write(directory.resolve(name), recorder.lines);
    }
    System.exit(0);
  }

  /** Returns an engine that notes which tables were created, and which changes were made. */
  private Engine recording(Engine engine) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              synchronized (lines) {
                Object answer;
                try {
                  answer = method.invoke(engine, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
                note(method.getName(), arguments, answer);
                return answer;
              }
            });
  }

  private void note(String method, Object[] arguments, Object answer) {
    switch (method) {
      case "createTable" -> {
        String schema = SchemaText.write((TableSchema) arguments[0]);
        lines.add("table " + schema.replace("\t", "\\t").replace("\n", "\\n"));
      }
      case "mutate" -> note((Mutation) arguments[0], (Boolean) answer);
      case "mutateAll" -> {
        List<?> mutations = (List<?>) arguments[0];
        for (int position = 0; position < mutations.size(); position++) {
          note((Mutation) mutations.get(position), (Boolean) ((List<?>) answer).get(position));
        }
      }
      default -> {}
    }
  }

  private void note(Mutation mutation, boolean made) {
    if (made) {
      lines.add(RecordedChanges.write(mutation));
    }
  }

  private void record() {
    try (Store store = open(FaultPlan.NONE)) {
      for (String title : List.of("Folded", "Locked", "Overtaken", "Removed", "Gone")) {
        put(store, title);
      }
      store.write(transaction -> transaction.delete("page", key("Gone")));
      settleAndFold(store);
      put(store, "Unfolded");
    }
    killedAt(
        "outbox", FormatOneRecorder::isBatch, Fault.killBefore(), store -> put(store, "Outbox"));
    Fault part = new Fault(Fault.Answer.KILLED, 0b1010101, Fault.Rest.NEVER);
    killedAt("part", FormatOneRecorder::isBatch, part, store -> put(store, "Part"));
    killedAt("all", FormatOneRecorder::isBatch, Fault.killAfter(), store -> put(store, "All"));
    killedAt(
        "removal",
        FormatOneRecorder::isBatch,
        Fault.killBefore(),
        store -> store.write(transaction -> transaction.delete("page", key("Removed"))));
    for (String text : List.of("first", "second")) {
      killedAt(
          text,
          FormatOneRecorder::isBatch,
          Fault.killBefore(),
          store -> update(store, "Overtaken", text));
    }
    killedAt("a decision", FormatOneRecorder::isCommit, Fault.killBefore(), threeRows("Undecided"));
    killedAt("the same", FormatOneRecorder::isCommit, Fault.killAfter(), threeRows("Decided"));
    Fault half = new Fault(Fault.Answer.KILLED, 1, Fault.Rest.NEVER);
    killedAt("a roll forward", isRollForward(), half, threeRows("Half rolled"));
    killedAt("a batch", FormatOneRecorder::isBatch, part, threeRows("Rolled"));
    killedAt(
        "a lock on a row with an outbox",
        FormatOneRecorder::isCommit,
        Fault.killBefore(),
        store ->
            store.write(
                transaction -> {
                  transaction.update("page", key("Locked"), Map.of("size", 99));
                  transaction.update("page", key("Outbox"), Map.of("size", 99));
                  transaction.put("page", key("Never"), content("Never"));
                  return null;
                }));
    Fault late = new Fault(Fault.Answer.KILLED, 0, Fault.Rest.LATE);
    network.hold(true);
    killedAt("late", FormatOneRecorder::isBatch, late, store -> put(store, "Late batch"));
    killedAt(
        "late commit",
        FormatOneRecorder::isCommit,
        late,
        store -> update(store, "Unfolded", "of a late commit"));
    lines.add("late");
    network.bringAll();
  }

  private Store open(FaultPlan plan) {
    StoreOptions options =
        RowStores.OPTIONS.sweeping(Duration.ZERO, Duration.ofHours(1)).at(now::get);
    FaultyEngine client = network.client(FaultPlan.NONE);
    Store store = RowStores.open(() -> client, RowStores.everyLayout(), options);
    client.startOver(plan);
    return store;
  }

  private void settleAndFold(Store store) {
    for (int turn = 0; turn < 5; turn++) {
      now.updateAndGet(time -> time.plus(Duration.ofHours(2)));
      store.sweep();
    }
  }

  private void killedAt(String stage, Predicate<Call> call, Fault fault, Consumer<Store> work) {
    now.updateAndGet(time -> time.plus(Duration.ofSeconds(1)));
    Store store = open(FaultPlan.once(each -> !each.background() && call.test(each), fault));
    try {
      work.accept(store);
    } catch (ClientKilledError e) {
      return;
    }
    throw new IllegalStateException("nobody was killed at " + stage);
  }

  private static void put(Store store, String title) {
    store.write(
        transaction -> {
          putPage(transaction, title);
          return null;
        });
  }

  private static void putPage(StoreTransaction transaction, String title) {
    transaction.put("page", key(title), content(title));
    for (String notes : List.of("cell_notes", "row_notes")) {
      transaction.putItem("page", key(title), notes, NOTE, Map.of("text", title));
    }
  }

  private static void update(Store store, String title, String text) {
    store.write(
        transaction -> {
          transaction.update(
              "page", key(title), Map.of("text", text, "links", Set.of("Latvia", text)));
          transaction.putItem("page", key(title), "row_notes", key(text.length()), Map.of());
          return null;
        });
  }

  private static Consumer<Store> threeRows(String title) {
    return store ->
        store.write(
            transaction -> {
              for (int part = 1; part <= 3; part++) {
                putPage(transaction, title + " " + part);
              }
              return null;
            });
  }

  private static boolean isBatch(Call call) {
    return call.mutations() > 1 && call.what().contains("counters");
  }

  private static boolean ofPagesAlone(Call call) {
    return call.mutations() == 2 && call.what().endsWith("rows of [page]");
  }

  private static boolean isCommit(Call call) {
    return call.what().startsWith("change of");
  }

  /** The second change of the same two rows: the first locks them. */
  private static Predicate<Call> isRollForward() {
    int[] seen = {0};
    return call -> ofPagesAlone(call) && ++seen[0] == 2;
  }
}
