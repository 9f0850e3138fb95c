package org.portolan.wiki.jdbc;

import java.time.Instant;
import org.portolan.wiki.Edit;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.storage.WikiStorage;

/** Saves pages until it is killed; prints the title of each save that was acknowledged. */
final class SavingProcess {
  private SavingProcess() {}

  public static void main(String[] arguments) {
    WikiStorage storage = Wikis.openOrCreateStorage(arguments[0]);
    Wiki wiki = storage.wiki();
    for (int number = 0; ; number++) {
      String title = "Page " + number;
      Edit edit = new Edit(title, "[[Next]] " + number, "Ann", "", false, 0, Instant.now());
      if (wiki.save(edit) instanceof Saved) {
        System.out.print(title + "\n");
        System.out.flush();
      }
    }
  }
}
