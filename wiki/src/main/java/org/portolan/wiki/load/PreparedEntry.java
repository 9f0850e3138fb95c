package org.portolan.wiki.load;

import java.util.List;
import java.util.Optional;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.PreparedPage;

/** An entry of a batch; without a page if there is nothing to write. */
record PreparedEntry(String place, Optional<PreparedPage> page, Optional<Broken> broken) {
  static PreparedEntry good(PreparedPage page, String place) {
    return new PreparedEntry(place, Optional.of(page), Optional.empty());
  }

  static PreparedEntry broken(Broken broken) {
    return new PreparedEntry(broken.place(), Optional.empty(), Optional.of(broken));
  }

  /** Returns this entry, which has a page, as one that cannot be written. */
  PreparedEntry refused(RuntimeException reason) {
    String title = page.orElseThrow(() -> reason).page().title();
    return broken(new Broken(title, place, reason.getMessage()));
  }

  /** Returns the state of an import after a batch whose pages were written. */
  static ImportState after(ImportState state, List<PreparedEntry> batch) {
    ImportState reached = state;
    for (PreparedEntry one : batch) {
      reached = one.page().isPresent() ? reached.imported(one.page().get()) : reached.failedOne();
    }
    return reached;
  }
}
