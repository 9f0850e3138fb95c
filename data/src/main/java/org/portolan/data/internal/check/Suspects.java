package org.portolan.data.internal.check;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.check.EntryLook.Seen;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.types.Tuple;

/**
 * Entries that look wrong. After the guard time, each is looked at again together with its row;
 * only an entry that is still wrong is counted and repaired.
 */
final class Suspects {
  private static final int ATTEMPTS_MAX = 20;

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
      EntryLook look,
      CheckProgress progress,
      boolean repair,
      Duration guard,
      StoreRuntime runtime) {
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
    Waits.pause(
        runtime,
        Duration.ofNanos(Math.max(0, remaining)),
        () ->
            "the check was interrupted while it waited for its guard to pass; "
                + (repair ? "what it has repaired stays repaired" : "it has repaired nothing")
                + "; run the check again, or resume it");
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
                suspect.index().name(),
                text(suspect.entry()) + ": " + e.getMessage(),
                false),
            1);
        return;
      } catch (ConflictException e) {
        if (attempt == ATTEMPTS_MAX) {
          throw new DataException(
              "entry "
                  + text(suspect.entry())
                  + " of index '"
                  + suspect.index().name()
                  + "' changes faster than it can be checked; check again when there are fewer"
                  + " writes",
              e);
        }
      }
    }
  }

  private Optional<Finding> attempt(Suspect suspect) {
    Seen seen = look.look(suspect.index(), suspect.entry(), suspect.key(), repair);
    if (seen == Seen.RIGHT) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            seen == Seen.MISSING ? Kind.MISSING : Kind.DANGLING,
            suspect.index().name(),
            text(suspect.entry()),
            repair));
  }

  private static String text(IndexEntry entry) {
    return entry.value() + " -> " + entry.member();
  }
}
