package org.portolan.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Store;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/** Tells how a store decides about the layouts that it changes by itself. */
final class AutomaticLayouts {
  private AutomaticLayouts() {}

  /** Returns for each automatic index its layout and state, and its last moves. */
  static List<String> of(Store store) {
    List<String> told = new ArrayList<>();
    for (EntityDesign entity : store.design().entities()) {
      for (IndexDesign index : entity.indexes()) {
        if (index.automatic()) {
          Optional<String> note = store.note("auto " + index.name());
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
    return told;
  }
}
