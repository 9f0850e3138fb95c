package org.portolan.data.internal.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.check.EntryLook.Seen;
import org.portolan.data.internal.read.RowReads;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.tree.DamagedTreeException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.types.Tuple;

/**
 * Entries that look wrong. After the guard time, each is looked at again together with its row;
 * only an entry that is still wrong is counted and repaired.
 */
final class Suspects {
  static final int ATTEMPTS_MAX = 20;

  /** The waits between attempts double up to this: in all, longer than a dead writer's lock. */
  private static final Duration PAUSE_MAX = Duration.ofMillis(500);

  private final Access access;
  private final EntryLook look;
  private final CheckProgress progress;
  private final boolean repair;
  private final Duration guard;
  private final StoreRuntime runtime;
  private final List<Suspect> suspects = new ArrayList<>();
  private long newestNanos;

  /** An entry of an index and the key of its row. */
  record Suspect(IndexSchema index, IndexEntry entry, Tuple key) {}

  Suspects(
      Access access,
      EntryLook look,
      CheckProgress progress,
      boolean repair,
      Duration guard,
      StoreRuntime runtime) {
    this.access = access;
    this.look = look;
    this.progress = progress;
    this.repair = repair;
    this.guard = guard;
    this.runtime = runtime;
  }

  boolean repairs() {
    return repair;
  }

  void add(Suspect suspect) {
    suspects.add(suspect);
    newestNanos = runtime.monotonicNanos();
  }

  /** Waits for the guard, then looks at all of them again. */
  void settle() {
    if (suspects.isEmpty()) {
      return;
    }
    awaitGuardSince(newestNanos);
    suspects.forEach(this::settle);
    suspects.clear();
  }

  /** Waits for the guard time, so that writes under way now can finish. */
  void awaitGuard() {
    awaitGuardSince(runtime.monotonicNanos());
  }

  private void awaitGuardSince(long startNanos) {
    long remaining = startNanos + guard.toNanos() - runtime.monotonicNanos();
    pause(Duration.ofNanos(Math.max(0, remaining)), "its guard to pass");
  }

  private void pause(Duration wait, String forWhat) {
    Waits.pause(
        runtime,
        wait,
        () ->
            "the check was interrupted while it waited for "
                + forWhat
                + "; "
                + (repair ? "its repairs so far remain" : "it has repaired nothing")
                + "; run the check again, or resume it");
  }

  /** Waits after a conflict with writers, longer after each attempt. */
  void pauseAfter(int attempt) {
    long millis = Math.min(PAUSE_MAX.toMillis(), 1L << attempt);
    pause(Duration.ofMillis(millis), "writers of a row");
  }

  private void settle(Suspect suspect) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      try {
        attempt(suspect).ifPresent(finding -> progress.found(finding, 1));
        return;
      } catch (CapabilityException e) {
        // An older release accepted the row; the engine never accepted the entry, and never will.
        progress.found(
            new Finding(
                Kind.MISSING,
                suspect.index().title(),
                text(suspect) + ": " + e.getMessage(),
                false),
            1);
        return;
      } catch (DamagedTreeException e) {
        progress.found(
            new Finding(
                Kind.UNDECIDED,
                suspect.index().title(),
                text(suspect) + ": " + e.getMessage(),
                false),
            1);
        return;
      } catch (ConflictException e) {
        pauseAfter(attempt);
      }
    }
    progress.found(
        new Finding(
            Kind.UNDECIDED,
            suspect.index().title(),
            text(suspect)
                + ": its row changes faster than it can be checked; check again when there are"
                + " fewer writes",
            false),
        1);
  }

  private Optional<Finding> attempt(Suspect suspect) {
    Seen seen = look.look(suspect.index(), suspect.entry(), suspect.key(), repair);
    if (seen == Seen.RIGHT) {
      return Optional.empty();
    }
    if (seen == Seen.TAKEN) {
      return Optional.of(
          new Finding(
              Kind.MISSING,
              suspect.index().title(),
              text(suspect)
                  + ": another row has this value of the unique index; change one of the two",
              false));
    }
    if (seen == Seen.ORPHANED) {
      return Optional.of(
          new Finding(
              Kind.DANGLING,
              suspect.index().title(),
              suspect.key()
                  + ": the row refers to "
                  + target(suspect)
                  + ", which is not there; write it, or change or delete the row",
              false));
    }
    boolean repaired = repair && isRight(suspect);
    return Optional.of(
        new Finding(
            seen == Seen.MISSING ? Kind.MISSING : Kind.DANGLING,
            suspect.index().title(),
            text(suspect)
                + (repair && !repaired
                    ? ": the repair has no effect; is the clock of this process right?"
                    : ""),
            repaired));
  }

  /** Returns the row that is missing, for people. */
  private String target(Suspect suspect) {
    ReferenceSchema reference = suspect.index().reference().orElseThrow();
    Columns columns = new Columns(false, suspect.index().columns());
    return RowReads.getAll(access, reference.entity(), List.of(suspect.key()), columns)
        .get(0)
        .flatMap(reference::targetKey)
        .map(key -> reference.target().name() + " " + key)
        .orElse("a row of " + reference.target().name());
  }

  /** Returns whether an entry that was repaired is right now, or is being written by others. */
  private boolean isRight(Suspect suspect) {
    try {
      return look.look(suspect.index(), suspect.entry(), suspect.key(), false) == Seen.RIGHT;
    } catch (ConflictException e) {
      return true;
    }
  }

  /** Returns the entry as it is stored; sort keys tell nobody of which row it is. */
  private static String text(Suspect suspect) {
    IndexEntry entry = suspect.entry();
    return suspect.index().isCollated()
        ? "sort key " + entry.value() + " -> row " + suspect.key()
        : entry.value() + " -> " + entry.member();
  }
}
