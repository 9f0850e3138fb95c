package org.portolan.data.internal.schema;

import java.util.Collections;
import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.Store.Guarantee;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.types.Tuple;

/** The table in which a store keeps its own design, its format and the state of long work. */
public final class StoreMeta {
  private static final int ATTEMPTS_MAX = 20;

  /** The name of the text that every store has: the version of its format. */
  public static final String FORMAT = "format";

  /** An attempt of unknown outcome takes as long as the engine waits, so few are made. */
  private static final int UNKNOWN_MAX = 3;

  /** A text that is never written. */
  private static final String NOBODYS = "no text";

  private final Engine engine;

  public StoreMeta(Engine engine) {
    this.engine = engine;
  }

  public boolean stands() {
    return engine.tables().stream().anyMatch(t -> t.name().equals(StoreSchema.META_TABLE));
  }

  public Optional<String> read(String name) {
    return engine
        .get(
            Get.of(StoreSchema.META_TABLE, Tuple.of(name), FamilyRead.all(StoreSchema.META_FAMILY)))
        .family(StoreSchema.META_FAMILY)
        .map(values -> (String) values.get(0));
  }

  /**
   * Reads a text. If a read finds none, a process that got no answer may still have written one,
   * which few replicas have. A change whose condition never holds brings it to a majority of the
   * replicas, and the second read finds it.
   */
  public Optional<String> readSurely(String name) {
    Optional<String> text = read(name);
    if (text.isPresent() || Guarantee.of(engine.capabilities()) != Guarantee.REPAIRED) {
      return text;
    }
    spread(name);
    return read(name);
  }

  /**
   * Makes sure that every read sees a text that one read has seen, or a later one: once a change on
   * a condition is answered, every earlier one has reached a majority of the replicas, although the
   * condition of this one never holds.
   *
   * @throws OutcomeUnknownException if the store does not answer
   */
  public void spread(String name) {
    if (Guarantee.of(engine.capabilities()) == Guarantee.REPAIRED) {
      engine.mutate(
          put(name, NOBODYS)
              .on(new Condition.ColumnEquals(StoreSchema.META_FAMILY, "content", NOBODYS)),
          Durability.SYNCED);
    }
  }

  /**
   * Writes a text, on condition of the text before. All writes here have a condition: on an engine
   * of rows, conditions keep the changes of a family in order only if every change has one. A write
   * of unknown outcome is made again; if it still arrives, its condition is false.
   *
   * @param content different from all earlier texts of this name
   */
  public void write(String name, String content) {
    for (int attempt = 1; ; attempt++) {
      Optional<String> before = read(name);
      if (before.filter(content::equals).isPresent()) {
        return;
      }
      try {
        if (engine.mutate(put(name, content).on(being(before)), Durability.SYNCED)) {
          return;
        }
      } catch (OutcomeUnknownException e) {
        if (attempt >= UNKNOWN_MAX) {
          throw e;
        }
        continue;
      }
      if (attempt == ATTEMPTS_MAX) {
        throw new DataException(
            "'"
                + name
                + "' in the store's state changed before each write; is another process doing the"
                + " same work?");
      }
    }
  }

  /**
   * Replaces a text. A replacement of unknown outcome is made once more.
   *
   * @param before empty if there must be none
   * @param content different from all earlier texts of this name
   * @return false if the text was not {@code before}
   * @throws OutcomeUnknownException if it is unknown whether it was replaced
   */
  public boolean replace(String name, Optional<String> before, String content) {
    Mutation mutation = put(name, content).on(being(before));
    boolean replaced;
    try {
      replaced = engine.mutate(mutation, Durability.SYNCED);
    } catch (OutcomeUnknownException e) {
      replaced = engine.mutate(mutation, Durability.SYNCED);
    }
    // An engine may have repeated a change that had already been made.
    return replaced || read(name).filter(content::equals).isPresent();
  }

  private static Condition being(Optional<String> before) {
    return before
        .<Condition>map(
            text -> new Condition.ColumnEquals(StoreSchema.META_FAMILY, "content", text))
        .orElse(new Condition.Absent(StoreSchema.META_FAMILY));
  }

  /** Writes a text if there is none of this name; returns whether it was written. */
  public boolean writeFirst(String name, String content) {
    return engine.mutate(
        put(name, content).on(new Condition.Absent(StoreSchema.META_FAMILY)), Durability.SYNCED);
  }

  private static Mutation put(String name, String content) {
    return Mutation.of(
        StoreSchema.META_TABLE,
        Tuple.of(name),
        new Change.PutColumns(StoreSchema.META_FAMILY, Collections.singletonList(content)));
  }
}
