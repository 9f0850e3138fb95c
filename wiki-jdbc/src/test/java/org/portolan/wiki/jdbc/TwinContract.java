package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreMismatchException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreMissingException;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.TestedWiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.DumpSource;
import org.portolan.wiki.load.ImportSource;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.store.HistoryComparison;
import org.portolan.wiki.store.RandomPagesChecks;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * What the wiki must be on every database. For more histories than in every build: {@code
 * -Dportolan.histories=100 -Dportolan.histories.first=1000}.
 */
abstract class TwinContract {
  private static final int STEPS = 160;
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");

  @TempDir Path directory;

  /** Returns the URI of a database that is empty. */
  abstract String emptyDatabase();

  TwinWiki create() {
    return new TwinWiki(emptyDatabase());
  }

  static LongStream seeds() {
    long first = Long.getLong("portolan.histories.first", 1);
    return LongStream.range(first, first + Long.getLong("portolan.histories", 2));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void twin_afterRandomHistory_answersAsTheReference(long seed) {
    HistoryComparison.run(List.of(create()), seed, STEPS);
  }

  @Test
  void randomTitle_givesEachPageAChance() {
    try (TwinWiki wiki = create()) {
      RandomPagesChecks.manyDrawsGiveEachPageAChance(wiki);
    }
  }

  @Test
  void randomTitle_ofFewPages_drawsEachOfThem() {
    try (TwinWiki wiki = create()) {
      RandomPagesChecks.fewPagesAreAllDrawn(wiki);
    }
  }

  private static ImportState importHandbook(TestedWiki wiki) throws Exception {
    try (InputStream stream = WikiModel.class.getResourceAsStream("handbook.xml");
        DumpSource source = DumpSource.open(stream, "handbook", DumpOptions.all())) {
      return run(wiki, source, false);
    }
  }

  private static ImportState run(TestedWiki wiki, ImportSource source, boolean resume) {
    List<String> broken = new ArrayList<>();
    ImportState state =
        new WikiImport(
                wiki.storage(),
                source,
                resume,
                page -> broken.add(page.toString()),
                reached -> {},
                looked -> {})
            .run();
    assertThat(broken).isEmpty();
    return state;
  }

  @Test
  void handbook_importedTwice_isAsInAStore() throws Exception {
    try (TwinWiki wiki = create();
        WikiStore store = new WikiStore(WikiModel.WIDE_ROW, directory)) {
      ImportState state = importHandbook(wiki);
      assertThat(importHandbook(store)).isEqualTo(state);
      List<String> titles = Answers.titles(store.wiki(), 100);
      for (String title : titles) {
        assertThat(wiki.wiki().wholePage(title)).isEqualTo(store.wiki().wholePage(title));
      }
      List<String> some = titles.subList(0, 12);
      Answers.assertSame(wiki.wiki(), store.wiki(), some, 20, "after the import");
      wiki.reopen();
      assertThat(importHandbook(wiki).revisions()).isEqualTo(state.revisions());
      Answers.assertSame(wiki.wiki(), store.wiki(), some, 50, "after the second import");
      wiki.assertClean();
    }
  }

  @Test
  void import_thatStopped_goesOnWhereItWas() {
    SyntheticWiki pages = new SyntheticWiki(3, 500, 7);
    try (TwinWiki wiki = create();
        WikiStore store = new WikiStore(WikiModel.WIDE_ROW, directory)) {
      try (SyntheticSource source = new SyntheticSource(pages, "test")) {
        assertThatThrownBy(
                () ->
                    new WikiImport(
                            wiki.storage(),
                            source,
                            false,
                            broken -> {},
                            reached -> {
                              throw new IllegalStateException("stopped");
                            },
                            looked -> {})
                        .run())
            .hasMessage("stopped");
      }
      long reached = wiki.storage().imports().state("synthetic").orElseThrow().pages();
      assertThat(reached).isBetween(1L, 499L);
      assertThat(wiki.wiki().statistics().pages()).isEqualTo(reached);
      wiki.reopen();
      try (SyntheticSource source = new SyntheticSource(pages, "test")) {
        run(wiki, source, true);
      }
      try (SyntheticSource source = new SyntheticSource(pages, "test")) {
        run(store, source, false);
      }
      List<String> some = Answers.titles(store.wiki(), 100).subList(0, 8);
      Answers.assertSame(wiki.wiki(), store.wiki(), some, 100, "after the import");
      wiki.assertClean();
    }
  }

  @Test
  void crowd_onTheSamePages_leavesEverythingRight() throws Exception {
    try (TwinWiki wiki = create()) {
      Crowd.run(wiki, Long.getLong("portolan.seed", 1));
    }
  }

  @Test
  void check_ofDamagedTables_findsAndRepairsThem() {
    String uri = emptyDatabase();
    try (TwinWiki wiki = new TwinWiki(uri)) {
      wiki.wiki().save(new Edit("Riga", "[[Daugava]]", "Ann", "", false, 0, TIME));
      wiki.wiki().save(new Edit("Riga", "[[Sea]]", "Ann", "", false, TIME.toEpochMilli(), TIME));
    }
    try (Database database = new Database(JdbcUri.of(uri), false)) {
      database.write(
          "damage",
          List.of(),
          session -> {
            session.update("UPDATE site_stats SET edits = edits + 5 WHERE slot = 3");
            session.update("UPDATE page_link SET page_title = ?", Session.key("Elsewhere"));
            session.update("UPDATE page SET latest = ?", TIME.toEpochMilli());
            return null;
          });
    }
    try (TwinWiki wiki = new TwinWiki(uri)) {
      assertThat(check(wiki, StoreCheck.Options.REPORT))
          .isEqualTo(new StoreCheck.Result(3, 1, 0, 7, 0, 0));
      assertThat(check(wiki, StoreCheck.Options.REPAIR))
          .isEqualTo(new StoreCheck.Result(3, 1, 0, 7, 7, 0));
      wiki.assertClean();
      assertThat(wiki.wiki().page("Riga").orElseThrow().text()).isEqualTo("[[Sea]]");
      assertThat(wiki.wiki().backlinks("Sea", ListingRequest.first(9)).entries())
          .containsExactly("Riga");
    }
  }

  private static StoreCheck.Result check(TwinWiki wiki, StoreCheck.Options options) {
    return wiki.storage().check(options, finding -> {}, looked -> {});
  }

  @Test
  void open_ofAnEmptyDatabase_saysThatThereIsNoWiki() {
    String uri = emptyDatabase();
    assertThatThrownBy(() -> Wikis.openStorage(uri)).isInstanceOf(StoreMissingException.class);
  }

  @Test
  void open_ofALaterVersion_isRefused() {
    String uri = emptyDatabase();
    new TwinWiki(uri).close();
    try (Database database = new Database(JdbcUri.of(uri), false)) {
      database.write(
          "later",
          List.of(),
          session -> session.update("INSERT INTO schema_version (version) VALUES (2)"));
    }
    assertThatThrownBy(() -> Wikis.openStorage(uri))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("has version 2 of the schema, and this release reads 1");
  }

  @Test
  void create_amongOtherTables_isRefused() {
    String uri = emptyDatabase();
    try (Database database = new Database(JdbcUri.of(uri), true)) {
      database.write("other", List.of(), session -> session.update("CREATE TABLE page (a INT)"));
      assertThatThrownBy(() -> Wikis.openOrCreateStorage(uri))
          .isInstanceOf(StoreMismatchException.class)
          .hasMessageContaining("has a table 'page'");
    }
  }

  @Test
  void longTexts_andLongTitles_areKept() {
    try (TwinWiki wiki = create()) {
      String text = "\uD83D\uDDFA ž ".repeat(400_000);
      String title = "Ž".repeat(127);
      Saved saved = (Saved) wiki.wiki().save(new Edit(title, text, "Ann ", "", false, 0, TIME));
      assertThat(wiki.wiki().page(title).orElseThrow().text()).isEqualTo(text);
      wiki.wiki()
          .save(
              new Edit(title, "[[" + title + "a]]", "ann", "", false, saved.revision().id(), TIME));
      assertThat(wiki.wiki().wholePage(title).orElseThrow().revisions().get(0).text())
          .isEqualTo(text);
      // Names that differ in a trailing space or in case are two.
      assertThat(
              wiki.wiki().history(title, ListingRequest.first(5)).entries().stream()
                  .map(info -> info.contributor()))
          .containsExactly("ann", "Ann ");
    }
  }

  @Test
  void comments_ofOneInstant_arePaged() {
    try (TwinWiki wiki = create()) {
      wiki.wiki().save(new Edit("Riga", "x", "Ann", "", false, 0, TIME));
      for (String name : List.of("Žan", "Ann", "\uFF21", "\uD83D\uDDFA")) {
        assertThat(wiki.wiki().comment("Riga", new Comment(TIME, name, "a"))).isTrue();
        assertThat(wiki.wiki().comment("Riga", new Comment(TIME, name, "b"))).isTrue();
      }
      assertThat(Answers.all(1, request -> wiki.wiki().comments("Riga", request)))
          .extracting(Comment::contributor)
          .containsExactly("Ann", "Žan", "\uFF21", "\uD83D\uDDFA");
      assertThat(wiki.wiki().comment("Daugava", new Comment(TIME, "Ann", "a"))).isFalse();
      assertThatThrownBy(
              () -> wiki.wiki().comments("Riga", new ListingRequest(1, Optional.of("nonsense"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is no cursor of this list");
    }
  }

  /**
   * Kills a connection when its transaction is about to be committed: then nobody knows the
   * outcome, which must not look like a refusal or a success.
   *
   * @param ownId reads the number of the connection
   * @param kill kills a connection by its number
   */
  void requireThatTheCommitOfAKilledConnectionIsUnknown(String ownId, LongFunction<String> kill) {
    String uri = emptyDatabase();
    try (Database database = new Database(JdbcUri.of(uri), false);
        Database killer = new Database(JdbcUri.of(uri), false)) {
      new Schema(database).prepare(true);
      assertThatThrownBy(
              () ->
                  database.write(
                      "killed",
                      List.of(),
                      session -> {
                        session.update("UPDATE site_stats SET edits = 7 WHERE slot = 0");
                        long id = session.first(ownId, Row::number).orElseThrow();
                        killer.read("kill", other -> other.update(kill.apply(id)));
                        return null;
                      }))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageStartingWith("the answer to a commit in jdbc:");
      assertThat(database.read("look", SiteStats::read).edits()).isZero();
    }
  }

  @Test
  void closed_saysSo() {
    TwinWiki wiki = create();
    wiki.close();
    assertThatThrownBy(() -> wiki.wiki().page("Riga"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }
}
