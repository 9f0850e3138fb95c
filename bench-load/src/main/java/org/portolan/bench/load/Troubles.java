package org.portolan.bench.load;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.ConflictCause;

/** Causes and keys of conflicts, and the first messages of failures. Thread-safe. */
final class Troubles {
  private static final int MESSAGES_MAX = 5;
  private static final int MESSAGE_LENGTH_MAX = 1_000;

  private final Map<ConflictCause, Long> conflicts = new EnumMap<>(ConflictCause.class);
  private final Map<OutcomeKind, List<String>> messages = new EnumMap<>(OutcomeKind.class);
  private final HotKeys hotKeys = new HotKeys();

  /** Notes an outcome other than {@code ok} and {@code not-found}. */
  synchronized void note(Outcome outcome, String operation, boolean measured) {
    if (outcome instanceof Outcome.Conflict conflict) {
      if (measured) {
        conflicts.merge(conflict.cause(), 1L, Long::sum);
        conflict.keys().forEach(hotKeys::add);
      }
    } else if (outcome instanceof Outcome.Failed failed) {
      List<String> kept = messages.computeIfAbsent(outcome.kind(), kind -> new ArrayList<>());
      if (kept.size() < MESSAGES_MAX) {
        String message = operation + ", " + outcome.kind().spelling() + ": " + failed.message();
        kept.add(message.substring(0, Math.min(message.length(), MESSAGE_LENGTH_MAX)));
      }
    }
  }

  synchronized Map<ConflictCause, Long> conflicts() {
    return Map.copyOf(conflicts);
  }

  synchronized List<String> messages() {
    return messages.values().stream().flatMap(List::stream).toList();
  }

  List<HotKey> hotKeys(int keysMax) {
    return hotKeys.hottest(keysMax);
  }
}
