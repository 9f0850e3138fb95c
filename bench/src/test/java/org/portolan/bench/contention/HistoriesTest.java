package org.portolan.bench.contention;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.wiki.Edit;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;

final class HistoriesTest {
  private static final String TITLE = "Riga";
  private static final Instant BEGIN = Instant.parse("2024-01-01T00:00:00Z");

  @TempDir Path directory;
  private final List<OneEdit> acknowledged = new ArrayList<>();
  private long base;

  private RevisionInfo save(Wiki wiki, String text, long second) {
    Edit edit = new Edit(TITLE, text, "Load", "", false, base, BEGIN.plusSeconds(second));
    RevisionInfo revision = ((Saved) wiki.save(edit)).revision();
    base = revision.id();
    return revision;
  }

  private static String text(int edit, String more) {
    return "text" + more + "\n\n<!-- written by bench: 1.2." + edit + " to " + TITLE + " -->";
  }

  private void acknowledge(RevisionInfo revision, int edit, String text) {
    acknowledged.add(
        new OneEdit(1, 0, 0, EditEnd.SAVED, revision.id(), text.hashCode(), "1.2." + edit, TITLE));
  }

  @Test
  void read_comparesHistoriesWithAcknowledgements() {
    try (WikiStore store = new WikiStore(WikiModel.HASHED, directory)) {
      Wiki wiki = store.wiki();
      save(wiki, text(9, ""), -1);
      acknowledge(save(wiki, text(1, ""), 1), 1, text(1, ""));
      save(wiki, text(2, ""), 2);

      Histories right = Histories.read(wiki, acknowledged, BEGIN);
      assertThat(right.clean()).isTrue();
      assertThat(right).isEqualTo(new Histories(1, 0, 0, 1, List.of()));

      RevisionInfo changed = save(wiki, text(3, ""), 3);
      acknowledge(changed, 3, text(3, " of another"));
      save(wiki, text(1, " again"), 4);
      Histories wrong = Histories.read(wiki, acknowledged, BEGIN);
      assertThat(wrong.clean()).isFalse();
      assertThat(wrong.lost()).isEqualTo(1);
      assertThat(wrong.doubled()).isEqualTo(1);
      assertThat(wrong.findings()).hasSize(2);
    }
  }
}
