package org.portolan.bench.workload.trace;

import java.util.Map;
import org.portolan.bench.api.Text;
import org.portolan.bench.workload.trace.PageRequest.Dropped;
import org.portolan.bench.workload.trace.PageRequest.Kind;

/**
 * The content of a trace, in numbers.
 *
 * @param firstUnreadable the first line that has no known form, with its number; empty if none
 * @param firstMillis the time of the first request, since 1970; meaningless if none is kept
 * @param lateMillisMax the most by which a line was older than one before it
 */
record TraceSurvey(
    long lines,
    long unreadable,
    String firstUnreadable,
    Map<Kind, Long> kept,
    Map<Dropped, Long> dropped,
    long firstMillis,
    long lastMillis,
    long lateMillisMax) {

  long requests() {
    return kept.values().stream().mapToLong(Long::longValue).sum();
  }

  double seconds() {
    return requests() == 0 ? 0 : (lastMillis - firstMillis) / 1e3;
  }

  /** Returns some lines for people. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format(
            "%d lines; %d requests for pages in %.1f s, %.1f a second:",
            lines, requests(), seconds(), seconds() == 0 ? 0.0 : requests() / seconds()));
    String separator = " ";
    for (Kind kind : Kind.values()) {
      text.append(separator).append(kind.spelling()).append(' ');
      text.append(kept.getOrDefault(kind, 0L));
      separator = ", ";
    }
    for (Dropped reason : Dropped.values()) {
      if (dropped.containsKey(reason)) {
        text.append(
            Text.format("%n  not replayed: %d %s", dropped.get(reason), reason.description()));
      }
    }
    if (unreadable > 0) {
      text.append(
          Text.format(
              "%n  not read: %d lines of an unknown form; the first is %s",
              unreadable, firstUnreadable));
    }
    return text.append(Text.format("%n")).toString();
  }
}
