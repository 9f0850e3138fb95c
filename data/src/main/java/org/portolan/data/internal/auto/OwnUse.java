package org.portolan.data.internal.auto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.ProcessUse.OfIndex;
import org.portolan.data.internal.auto.UseSketch.Hot;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/**
 * What this process has counted, and what it finds under the values that it changes most. Used by
 * one task.
 */
final class OwnUse {
  /** The busiest values that are looked at, and how far. */
  private static final int LOOKS = 3;

  private static final int MEMBERS_MAX = 1_000;

  private final AutoStore store;
  private final IndexUses uses;
  private final long id;
  private final Map<String, Sums> before = new HashMap<>();

  /**
   * @param id of the process, for the others
   */
  OwnUse(AutoStore store, IndexUses uses, long id) {
    this.store = store;
    this.uses = uses;
    this.id = id;
  }

  long id() {
    return id;
  }

  /**
   * Returns the counts at the end of a window.
   *
   * @param number of the window
   */
  ProcessUse now(Design design, long number) {
    Map<String, OfIndex> indexes = new HashMap<>();
    for (EntityDesign entity : design.entities()) {
      for (IndexDesign index : entity.indexes()) {
        if (index.automatic()) {
          indexes.put(index.name(), of(index.name()));
        }
      }
    }
    return new ProcessUse(id, number, uses.writes(), indexes);
  }

  private OfIndex of(String index) {
    IndexUse use = uses.of(index);
    Sums sums = use.sums();
    Sums inWindow = sums.since(before.getOrDefault(index, Sums.NONE));
    before.put(index, sums);
    List<Hot> hot = use.hottest(UseWindows.AGING);
    long members = 0;
    long bytes = 0;
    int looks = 0;
    if (inWindow.changes() + inWindow.reads() > 0) {
      for (Hot each : hot.subList(0, Math.min(LOOKS, hot.size()))) {
        AutoStore.Look look = store.look(index, each.value(), MEMBERS_MAX);
        looks++;
        members += look.members();
        bytes += look.bytes();
      }
    }
    return new OfIndex(
        sums,
        hot.stream()
            .map(each -> new ProcessUse.Hot(each.value().hashCode(), each.share()))
            .toList(),
        looks == 0 ? 0 : (double) members / looks,
        members == 0 ? 0 : (double) bytes / members);
  }
}
