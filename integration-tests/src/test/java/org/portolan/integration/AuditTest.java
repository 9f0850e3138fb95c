package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/** The audit finds the errors that the tests of faults rely on it to find. */
class AuditTest {
  @TempDir Path directory;

  private final Ledger ledger = new Ledger();
  private Store store;
  private Wiki wiki;

  @BeforeEach
  void open() {
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("s"), WikiModel.HASHED.design());
    wiki = Wikis.of(store);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private long save(String title, String text) {
    long base = wiki.revisionId(title).orElse(0);
    Edit edit = new Edit(title, text, "A", "", false, base, Instant.now());
    return ((Saved) wiki.save(edit)).revision().id();
  }

  private void asked(String title, String text) {
    ledger.asked(new Save(title, title, 0, text));
  }

  @Test
  void findings_allAsTheLedgerSays_areNone() {
    asked("A", "one [[B]] [[Category:Common 1]]");
    asked("A", "two [[A]]");
    asked("A", "three, unanswered and not saved");
    ledger.acknowledged(
        "one [[B]] [[Category:Common 1]]", save("A", "one [[B]] [[Category:Common 1]]"));
    ledger.acknowledged("two [[A]]", save("A", "two [[A]]"));

    assertThat(Audit.findings(wiki, ledger)).isEmpty();
  }

  @Test
  void findings_acknowledgedButNotSaved_areLost() {
    asked("A", "one");
    ledger.acknowledged("one", 1);

    assertThat(Audit.findings(wiki, ledger)).singleElement().asString().startsWith("lost: ");
  }

  @Test
  void findings_acknowledgedAsAnotherRevision_areLost() {
    asked("A", "one");
    ledger.acknowledged("one", save("A", "one") + 1);

    assertThat(Audit.findings(wiki, ledger)).singleElement().asString().startsWith("lost: ");
  }

  @Test
  void findings_refusedButSaved_areTold() {
    asked("A", "one");
    ledger.refused("one", "because");
    save("A", "one");

    assertThat(Audit.findings(wiki, ledger))
        .singleElement()
        .asString()
        .startsWith("refused but saved: ");
  }

  @Test
  void findings_savedUnasked_areTold() {
    asked("A", "one");
    save("A", "one");
    save("A", "something else");

    assertThat(Audit.findings(wiki, ledger))
        .singleElement()
        .asString()
        .contains("nobody asked for");
  }

  @Test
  void findings_renamedPageUnderBothTitles_areTold() {
    String north = Writers.wandererTitles("W").get(0);
    String south = Writers.wandererTitles("W").get(1);
    ledger.asked(new Save("W", north, 0, "one"));
    save(north, "one");
    wiki.move(new Move(north, south, "A", "", true, Instant.now()));

    assertThat(Audit.findings(wiki, ledger)).anyMatch(line -> line.contains("several titles"));
  }
}
