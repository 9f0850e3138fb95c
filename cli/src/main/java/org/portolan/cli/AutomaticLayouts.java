package org.portolan.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/** Tells how a store decides about the layouts that it changes by itself. */
final class AutomaticLayouts {
  private AutomaticLayouts() {}

  /**
   * Returns for each automatic index its layout, what the store would do next, and its last moves,
   * and before them which process decides, if several can.
   */
  static List<String> of(Store store) {
    return of(store.design(), store.guarantee(), store.local(), store::note);
  }

  /**
   * As {@link #of(Store)}.
   *
   * @param notes of the store, by their names
   */
  static List<String> of(
      Design design, Guarantee guarantee, boolean local, Function<String, Optional<String>> notes) {
    List<String> told = new ArrayList<>();
    for (EntityDesign entity : design.entities()) {
      for (IndexDesign index : entity.indexes()) {
        if (index.automatic()) {
          Optional<String> note = notes.apply("auto " + index.name());
          List<String> lines = note.map(text -> text.lines().toList()).orElse(List.of());
          told.add(
              index.name()
                  + ": "
                  + index.layout().spelling()
                  + " at present; "
                  + lines.stream().findFirst().orElse("nothing was decided yet"));
          lines.stream().skip(1).forEach(line -> told.add(index.name() + ": " + line));
        }
      }
    }
    if (!told.isEmpty() && guarantee == Guarantee.REPAIRED) {
      told.add(0, "all stay as they are: writers of cells never conflict");
    } else if (!told.isEmpty() && !local) {
      told.add(
          0,
          notes
              .apply("auto turn")
              .orElse(
                  "no process has decided yet; a process decides once it has had the store open"
                      + " for a minute, if the writes have guards: portolan evolve --guards on"));
    }
    return told;
  }
}
