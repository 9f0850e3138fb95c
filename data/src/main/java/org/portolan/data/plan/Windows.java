package org.portolan.data.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.ExtremeSchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionWatch;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.TransactionScope;

/** The states that readers may see between a commit and its derived changes. */
final class Windows {
  private Windows() {}

  static List<String> of(StoreSchema schema, Capabilities engine) {
    return schema.guarantee() == Guarantee.ATOMIC
        ? outsideTransactions(schema, engine.atomicAdd())
        : betweenCommitAndApply(schema, engine.transactions() != TransactionScope.COLUMNS);
  }

  private static List<String> outsideTransactions(StoreSchema schema, AtomicAdd ability) {
    List<String> counters =
        schema.counters().stream()
            .filter(counter -> !counter.joinsTransactions(ability))
            .map(CounterSchema::name)
            .toList();
    return counters.isEmpty()
        ? List.of()
        : List.of(
            "counter "
                + String.join(", ", counters)
                + " is added to right after the commit: it lags by that round trip, and a crash in"
                + " between loses the change until 'check --repair'");
  }

  private static List<String> betweenCommitAndApply(StoreSchema schema, boolean itemsTogether) {
    List<String> windows = new ArrayList<>();
    List<String> indexes =
        schema.indexes().stream()
            .filter(index -> index.claims().isEmpty() && !index.ofExtreme())
            .map(IndexSchema::name)
            .toList();
    List<String> counters =
        Stream.concat(
                schema.counters().stream().map(CounterSchema::name),
                schema.extremes().stream().map(ExtremeSchema::name))
            .toList();
    List<String> collections = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      for (CollectionSchema collection : entity.collections()) {
        if (collection.storage() == Storage.ROWS || !itemsTogether) {
          collections.add(collection.name());
        }
      }
    }
    say(
        windows,
        "index",
        indexes,
        " may still list a row by its old values, or not yet by its new values");
    say(
        windows,
        "collection",
        collections,
        " may lack an item of the write, or show its old values");
    say(windows, "counter", counters, " may lag");
    if (!windows.isEmpty()) {
      StoreOptions options = StoreOptions.DEFAULT;
      Duration waitMax = options.sweepInterval().multipliedBy(3).dividedBy(2);
      windows.add(
          "for the one round trip between commit and apply; if the writer dies in between, until"
              + " the next write of the row or the sweep of a process that has the store open: it"
              + " begins within "
              + text(waitMax.plus(options.sweepGrace()))
              + ", or "
              // One sweep sees the session for the first time, another one sees that it is dead.
              + text(waitMax.multipliedBy(2).plus(SessionWatch.DEAD_AFTER))
              + " if the writer's clock was ahead");
      windows.add("never an uncommitted change; no acknowledged write is lost");
    }
    return windows;
  }

  private static void say(List<String> windows, String kind, List<String> names, String what) {
    if (!names.isEmpty()) {
      windows.add(kind + " " + String.join(", ", names) + what);
    }
  }

  /** Returns a duration in minutes and seconds, rounded up. */
  private static String text(Duration duration) {
    long seconds = (duration.toMillis() + 999) / 1_000;
    return (seconds < 60 ? "" : seconds / 60 + " min ") + seconds % 60 + " s";
  }
}
