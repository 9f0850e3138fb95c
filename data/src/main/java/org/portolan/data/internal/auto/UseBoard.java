package org.portolan.data.internal.auto;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.session.RenewalWatch;

/**
 * The counts of all processes at a store, each in a text of the store that only this process
 * writes, and which the process that has the turn reads once in a window. There are {@value
 * #PLACES} places; a process takes one that is free, or whose process has written nothing for long.
 * What further processes do is not counted. The sums are those since the process opened the store,
 * so a text that is missed loses nothing.
 *
 * <p>Used by one thread.
 */
final class UseBoard {
  static final int PLACES = 64;

  private static final String NAME = "auto counts ";
  private static final String FREE = "free ";
  private static final int NONE = -1;

  private final StoreMeta meta;
  private final StoreRuntime runtime;
  private final Duration deadAfter;
  private final RenewalWatch renewals;
  private int own = NONE;
  private String written = "";

  UseBoard(StoreMeta meta, StoreRuntime runtime, Duration window) {
    this.meta = meta;
    this.runtime = runtime;
    this.deadAfter = AutoTurn.deadAfter(window);
    this.renewals = new RenewalWatch(runtime);
  }

  /** Writes the counts of this process. They may find no place: then others do not see them. */
  void publish(ProcessUse use) {
    String text = use.text();
    if (own != NONE && meta.replace(name(own), Optional.of(written), text)) {
      written = text;
      return;
    }
    // Another process has taken this one for dead, or it is new.
    own = NONE;
    for (int place = 0; place < PLACES; place++) {
      Optional<String> before = meta.readSurely(name(place));
      if (isTakeable(before) && meta.replace(name(place), before, text)) {
        own = place;
        written = text;
        return;
      }
    }
  }

  private boolean isTakeable(Optional<String> text) {
    Optional<ProcessUse> owner = text.flatMap(ProcessUse::parse);
    return owner.isEmpty() || isSilent(owner.get());
  }

  private boolean isSilent(ProcessUse use) {
    boolean renewed = renewals.note(use.id(), use.number());
    return !renewed && renewals.isSilentFor(use.id(), deadAfter);
  }

  /** Returns the counts of the other processes that are alive. */
  List<ProcessUse> others(long self) {
    List<ProcessUse> all = new ArrayList<>();
    for (int place = 0; place < PLACES; place++) {
      Optional<String> text = meta.read(name(place));
      if (text.isEmpty()) {
        // Places are taken in their order.
        break;
      }
      text.flatMap(ProcessUse::parse).ifPresent(all::add);
    }
    renewals.forgetAllBut(all.stream().map(ProcessUse::id).toList());
    return all.stream().filter(use -> use.id() != self && !isSilent(use)).toList();
  }

  /** Frees the place of this process. */
  void leave() {
    if (own != NONE) {
      boolean unused =
          meta.replace(
              name(own),
              Optional.of(written),
              FREE + Long.toHexString(runtime.random().nextLong()));
      own = NONE;
    }
  }

  private static String name(int place) {
    return NAME + place;
  }
}
