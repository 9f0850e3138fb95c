package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.RevisionInfo.Hidden;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpException;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;

class WikiImportTest {
  private static final DumpText TWO_PAGES =
      DumpText.named("two.xml")
          .page("A", 1, 10, "one", "two [[B]]", "three [[B]] [[Category:C]]")
          .page("B", 2, 20, "#REDIRECT [[A]]");

  @TempDir private Path directory;
  private WikiStore store;

  private Wiki open(WikiModel model) {
    store = new WikiStore(model, directory);
    return store.wiki();
  }

  @AfterEach
  void close() {
    if (store != null) {
      store.close();
    }
  }

  private static List<Long> history(Wiki wiki, String title) {
    return Answers.all(3, request -> wiki.history(title, request)).stream()
        .map(RevisionInfo::id)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void import_ofHandbook_holdsWhatTheDumpSays(WikiModel model) {
    open(model);
    ReferenceWiki reference = Imports.reference(Imports.handbook());

    ImportState state = Imports.run(store.store(), Imports.handbook());

    Answers.assertSame(store.wiki(), reference, Imports.questions(reference), 4, model.spelling());
    assertThat(state.pages()).isEqualTo(reference.statistics().pages());
    assertThat(state.revisions()).isEqualTo(reference.statistics().edits());
    assertThat(state.failed()).isZero();
    assertThat(state.finished()).isTrue();
    assertThat(Wikis.storage(store.store()).imports().state("handbook.xml")).contains(state);
    store.assertClean();
  }

  @Test
  void import_ofTemplatesIntoAWikiThatUsesThem_correctsItsPages() {
    Wiki wiki = open(WikiModel.HASHED);
    Imports.run(store.store(), DumpText.named("one.xml").page("A", 1, 1, "{{T}}").open());

    Imports.run(
        store.store(),
        DumpText.named("two.xml").page("Template:T", 2, 2, "[[New]][[Category:C]]").open());

    assertThat(wiki.backlinks("New", ListingRequest.first(10)).entries())
        .containsExactly("A", "Template:T");
    assertThat(wiki.members("Category:C", ListingRequest.first(10)).entries())
        .containsExactly("A", "Template:T");
  }

  @Test
  void import_ofTruncatedDump_linksThePagesBeforeItsEnd() {
    Wiki wiki = open(WikiModel.HASHED);
    DumpText dump =
        DumpText.named("one.xml").page("A", 1, 1, "{{T}}").page("Template:T", 2, 2, "[[New]]");

    assertThatThrownBy(() -> Imports.run(store.store(), dump.openTruncated()))
        .isInstanceOf(DumpException.class);

    assertThat(wiki.backlinks("New", ListingRequest.first(10)).entries())
        .containsExactly("A", "Template:T");
  }

  @ParameterizedTest
  @EnumSource
  void import_doneAgain_changesNothing(WikiModel model) {
    open(model);
    ImportState first = Imports.run(store.store(), TWO_PAGES.open());

    assertThat(Imports.run(store.store(), TWO_PAGES.open())).isEqualTo(first);

    assertThat(first.summary()).isEqualTo("pages=2 revisions=4 redirects=1 links=2 failed=0");
    Answers.assertSame(
        store.wiki(),
        Imports.reference(TWO_PAGES.open()),
        List.of("A", "B", "Category:C"),
        1,
        "again");
    store.assertClean();
  }

  @ParameterizedTest
  @EnumSource
  void import_ofNewerDump_addsRevisionsAndKeepsOld(WikiModel model) {
    Wiki wiki = open(model);
    // The newer dump has one of the stored revisions, lacks two others, and has a new page.
    DumpText newer =
        DumpText.named("newer.xml")
            .page("A", 1, 12, "three [[B]] [[Category:C]]", "four [[D]]")
            .page("D", 3, 30, "new");
    ReferenceWiki reference = Imports.reference(TWO_PAGES.open());
    Imports.add(reference, newer.open());

    Imports.run(store.store(), TWO_PAGES.open());
    Imports.run(store.store(), newer.open());

    assertThat(history(wiki, "A")).containsExactly(13L, 12L, 11L, 10L);
    assertThat(wiki.revision("A", 10).orElseThrow().text()).isEqualTo("one");
    assertThat(wiki.members("Category:C", ListingRequest.first(1)).entries()).isEmpty();
    Answers.assertSame(
        store.wiki(), reference, List.of("A", "B", "C", "D", "Category:C"), 2, model.spelling());
    store.assertClean();
  }

  @ParameterizedTest
  @EnumSource
  void import_afterLocalEdit_keepsTheEdit(WikiModel model) {
    Wiki wiki = open(model);
    Imports.run(store.store(), TWO_PAGES.open());
    Edit edit =
        new Edit("A", "mine [[E]]", "Zoe", "", false, 12, Instant.parse("2024-01-01T00:00:00Z"));
    RevisionInfo mine = ((SaveOutcome.Saved) wiki.save(edit)).revision();

    Imports.run(store.store(), TWO_PAGES.open());

    assertThat(wiki.page("A").orElseThrow().text()).isEqualTo("mine [[E]]");
    assertThat(history(wiki, "A")).containsExactly(mine.id(), 12L, 11L, 10L);
    assertThat(wiki.revision("A", 12).orElseThrow().text()).startsWith("three");
    assertThat(wiki.backlinks("E", ListingRequest.first(9)).entries()).containsExactly("A");
    assertThat(wiki.statistics()).isEqualTo(new Statistics(2, 1, 5));
    store.assertClean();
  }

  @Test
  void brokenPages_amongGood_areReportedWithTitleAndPlace() {
    Wiki wiki = open(WikiModel.READ_DELTA);
    DumpText dump =
        DumpText.named("broken.xml")
            .page("A", 1, 10, "one")
            .add("<page><title>No revision</title><id>5</id></page>\n")
            .page("Bad | title", 2, 20, "two")
            .page("Z", 3, 30, "three");
    List<Broken> broken = new ArrayList<>();

    ImportState state = Imports.run(store.store(), dump.open(), false, broken);

    assertThat(state.summary()).isEqualTo("pages=4 revisions=2 redirects=0 links=0 failed=2");
    assertThat(broken).extracting(Broken::title).containsExactly("No revision", "Bad | title");
    assertThat(broken)
        .extracting(Broken::place)
        .allSatisfy(place -> assertThat(place).isNotBlank());
    assertThat(broken).extracting(Broken::reason).doesNotContain("").doesNotContainNull();
    assertThat(Answers.titles(wiki, 10)).containsExactly("A", "Z");
    store.assertClean();
  }

  @ParameterizedTest
  @EnumSource(names = {"BASIC", "WIDE_ROW"})
  void anotherPageOfTheTitle_isRefusedByNameAndNeverMixed(WikiModel model) {
    Wiki wiki = open(model);
    Imports.run(store.store(), TWO_PAGES.open());
    DumpText dump =
        DumpText.named("other.xml")
            .page("A", 7, 70, "of another page")
            .page("Twice", 8, 80, "the first")
            .page("Twice", 9, 90, "the second")
            .page("C", 10, 100, "good");
    List<Broken> broken = new ArrayList<>();

    ImportState state = Imports.run(store.store(), dump.open(), false, broken);

    assertThat(state.summary()).isEqualTo("pages=4 revisions=2 redirects=0 links=0 failed=2");
    assertThat(broken).extracting(Broken::title).containsExactly("A", "Twice");
    assertThat(broken.get(0).reason())
        .isEqualTo(
            "the store has another page of this title, with the id 1 instead of 7; rename or"
                + " delete that one and import again");
    assertThat(history(wiki, "A")).containsExactly(12L, 11L, 10L);
    assertThat(wiki.page("Twice").orElseThrow().text()).isEqualTo("the first");
    assertThat(wiki.page("C")).isPresent();
    store.assertClean();
  }

  @Test
  void anotherTextOfTheCurrentRevision_isRefusedByName() {
    Wiki wiki = open(WikiModel.HASHED);
    Imports.run(store.store(), DumpText.named("one.xml").page("X", 1, 10, "one").open());
    List<Broken> broken = new ArrayList<>();

    Imports.run(
        store.store(),
        DumpText.named("changed.xml").page("X", 1, 10, "changed", "newer").open(),
        false,
        broken);

    assertThat(broken).hasSize(1);
    assertThat(broken.get(0).reason())
        .isEqualTo(
            "the store has another text for revision 10, and a revision never changes; delete the"
                + " page to take that of the dump");
    assertThat(wiki.page("X").orElseThrow().text()).isEqualTo("one");
  }

  @ParameterizedTest
  @EnumSource
  void anotherTextOfAnOldRevision_isRefusedByName(WikiModel model) {
    Wiki wiki = open(model);
    Imports.run(store.store(), TWO_PAGES.open());
    List<Broken> broken = new ArrayList<>();
    DumpText changed =
        DumpText.named("changed.xml")
            .page("A", 1, 10, "one", "CHANGED", "three [[B]] [[Category:C]]", "newer")
            .page("C", 3, 30, "c");

    ImportState state = Imports.run(store.store(), changed.open(), false, broken);

    assertThat(state.failed()).isEqualTo(1);
    assertThat(broken)
        .extracting(Broken::reason)
        .containsExactly(
            "the store has another text for revision 11, and a revision never changes; delete the"
                + " page to take that of the dump");
    assertThat(wiki.revision("A", 11).orElseThrow().text()).isEqualTo("two [[B]]");
    assertThat(history(wiki, "A")).containsExactly(12L, 11L, 10L);
    assertThat(wiki.page("C")).isPresent();
    store.assertClean();
  }

  @Test
  void oldTextHiddenInANewerDump_isHidden() {
    Wiki wiki = open(WikiModel.HASHED);
    Imports.run(store.store(), TWO_PAGES.open());
    DumpText newer =
        DumpText.named("newer.xml").page("A", 1, 11, "XX", "three [[B]] [[Category:C]]");
    String hidden = newer.xml().replace("<text>XX</text>", "<text deleted=\"deleted\" />");

    assertThat(Imports.run(store.store(), new DumpText("newer.xml", hidden).open()).failed())
        .isZero();

    assertThat(wiki.revision("A", 11).orElseThrow().revision().hides(Hidden.TEXT)).isTrue();
    // The text does not come back with the older dump: nor is that one refused.
    assertThat(Imports.run(store.store(), TWO_PAGES.open()).failed()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void oneIdOnTwoPages_isToldAndNoRevisionOverwritten(WikiModel model) {
    Wiki wiki = open(model);
    DumpText dump =
        DumpText.named("ids.xml")
            .page("A", 1, 10, "a", "a2")
            .page("B", 1, 10, "b")
            .page("A", 1, 11, "a2", "a3", "a4")
            .page("A", 1, 12, "OTHER", "a4", "a5")
            .page("C", 2, 10, "c");
    List<String> notes = new ArrayList<>();
    List<Broken> broken = new ArrayList<>();

    Imports.run(store.store(), dump.open(notes::add), false, broken);

    assertThat(notes).hasSize(3);
    assertThat(notes.get(0))
        .startsWith("page 'B' at ")
        .endsWith(
            ": an earlier page of the dump has its id, 1; pages of two titles are both kept, of one"
                + " title their revisions are one history");
    assertThat(broken)
        .extracting(Broken::reason)
        .containsExactly(
            "the store has another text for revision 12, and a revision never changes; delete the"
                + " page to take that of the dump");
    assertThat(history(wiki, "A")).containsExactly(13L, 12L, 11L, 10L);
    assertThat(wiki.revision("A", 12).orElseThrow().text()).isEqualTo("a3");
    assertThat(wiki.page("A").orElseThrow().text()).isEqualTo("a4");
    assertThat(wiki.page("B").orElseThrow().text()).isEqualTo("b");
    store.assertClean();
  }

  @Test
  void redirectThatTheTextDoesNotMake_isTold() {
    Wiki wiki = open(WikiModel.HASHED);
    String page = DumpText.page("A", 1, 10, List.of("#FOOBAR [[B]]"));
    DumpText dump =
        DumpText.named("redirect.xml")
            .add(page.replace("<id>1</id>", "<id>1</id><redirect title=\"B\" />"))
            .page("B", 2, 20, "b");
    List<String> notes = new ArrayList<>();

    Imports.run(store.store(), dump.open(notes::add));

    assertThat(notes).hasSize(1);
    assertThat(notes.get(0))
        .startsWith("page 'A' at ")
        .endsWith(": it is said to redirect to 'B', but its text does not; the text counts");
    assertThat(wiki.page("A").orElseThrow().redirect()).isEmpty();
  }

  @Test
  void textWithAnotherLengthThanGiven_isToldAndKept() {
    Wiki wiki = open(WikiModel.HASHED);
    String page = DumpText.page("A", 1, 10, List.of("a"));
    DumpText dump =
        DumpText.named("sha.xml").add(page.replaceFirst("<text[^>]*>", "<text bytes=\"99\">"));
    List<String> notes = new ArrayList<>();

    assertThat(Imports.run(store.store(), dump.open(notes::add)).failed()).isZero();

    assertThat(notes).hasSize(1);
    assertThat(notes.get(0))
        .startsWith("page 'A' at ")
        .endsWith(
            ": the text of revision 10 has another length or checksum than the dump gives;"
                + " the text counts");
    assertThat(wiki.page("A").orElseThrow().text()).isEqualTo("a");
  }

  @Test
  void manyTextsWithAnotherLength_areNotAllNamed() {
    DumpText dump = DumpText.named("sha.xml");
    for (int each = 1; each <= 30; each++) {
      String page = DumpText.page("A" + each, each, 100 + each, List.of("a"));
      dump = dump.add(page.replaceFirst("<text[^>]*>", "<text bytes=\"99\">"));
    }
    open(WikiModel.HASHED);
    List<String> notes = new ArrayList<>();

    Imports.run(store.store(), dump.open(notes::add));

    assertThat(notes).hasSize(21);
    assertThat(notes.get(20)).isEqualTo("more pages have texts like these; they are not named");
  }

  @Test
  void namespaceOtherThanTheTitles_isToldAndTheTitleCounts() {
    Wiki wiki = open(WikiModel.HASHED);
    String page = DumpText.page("Talk:A", 1, 10, List.of("a"));
    DumpText dump = DumpText.named("ns.xml").add(page.replaceFirst("<id>", "<ns>4</ns><id>"));
    List<String> notes = new ArrayList<>();

    assertThat(Imports.run(store.store(), dump.open(notes::add)).failed()).isZero();

    assertThat(notes).hasSize(1);
    assertThat(notes.get(0))
        .endsWith(": it is said to be in namespace 4, but its title is in 1; the title counts");
    assertThat(wiki.page("Talk:A")).isPresent();
  }

  @Test
  void dumpOfAnotherWiki_isRefusedAsAWhole() {
    Wiki wiki = open(WikiModel.HASHED);
    DumpText ours = DumpText.named("our.xml").site("Our wiki", "ours").page("Good", 1, 10, "ours");
    DumpText theirs =
        DumpText.named("their.xml").site("Their wiki", "theirs").page("Good", 1, 11, "theirs");
    Imports.run(store.store(), ours.open());

    assertThatThrownBy(() -> Imports.run(store.store(), theirs.open()))
        .isInstanceOf(ImportException.class)
        .hasMessage(
            "the store has the wiki 'Our wiki' (ours) and 'their.xml' is of 'Their wiki' (theirs);"
                + " import it into another store");

    assertThat(wiki.page("Good").orElseThrow().text()).isEqualTo("ours");
    assertThat(store.wiki().site().name()).isEqualTo("Our wiki");
    // A dump without a header claims nothing, and does not rename the wiki.
    Imports.run(store.store(), DumpText.named("parts.xml").page("Part", 3, 30, "x").open());
    assertThat(store.wiki().site().name()).isEqualTo("Our wiki");
  }

  private static DumpText withNamespaces(String name, String language, String namespaces) {
    DumpText dump = DumpText.named(name);
    return new DumpText(name, dump.xml().replace("\"en\"", '"' + language + '"'))
        .add(
            "<siteinfo><sitename>Ours</sitename><dbname>ours</dbname><namespaces>"
                + namespaces
                + "</namespaces></siteinfo>\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          en; <namespace key="0" /><namespace key="14">Kategorija</namespace>;\
          namespace 14 is 'Category', first-letter, in the store and 'Kategorija', first-letter, \
          in 'new.xml', so that pages of the store like 'Category:A'
          en; <namespace key="0" case="case-sensitive" /><namespace key="14">Category</namespace>;\
          namespace 0 is '', first-letter, in the store and '', case-sensitive, in 'new.xml', \
          so that pages of the store like 'Category:A'
          en; <namespace key="0" />;\
          namespace 14 is 'Category', first-letter, in the store and absent in 'new.xml', \
          so that pages of the store like 'Category:A'
          en; <namespace key="0" /><namespace key="14">Category</namespace>\
          <namespace key="100">Foo</namespace>;\
          namespace 100 is absent in the store and 'Foo', first-letter, in 'new.xml', \
          so that pages of the store like 'Foo:Bar'
          ltg; <namespace key="0" /><namespace key="14">Category</namespace>;\
          the language of the wiki is 'en' in the store and 'ltg' in 'new.xml', \
          so that pages of the store like 'Category:A'
          """)
  void headerThatHidesPagesOfTheStore_isRefused(
      String language, String namespaces, String difference) {
    Wiki wiki = open(WikiModel.HASHED);
    String ours = "<namespace key=\"0\" /><namespace key=\"14\">Category</namespace>";
    Imports.run(
        store.store(),
        withNamespaces("old.xml", "en", ours)
            .page("Category:A", 1, 10, "a")
            .page("Foo:Bar", 2, 20, "b")
            .open());

    assertThatThrownBy(
            () ->
                Imports.run(
                    store.store(),
                    withNamespaces("new.xml", language, namespaces).page("N", 3, 30, "n").open()))
        .isInstanceOf(ImportException.class)
        .hasMessage(difference + " would no longer be found; import it into another store");

    assertThat(Answers.titles(wiki, 10)).containsExactly("Category:A", "Foo:Bar");
    assertThat(store.wiki().site().namespace(14).orElseThrow().name()).isEqualTo("Category");
    // Namespaces of which the store has no pages may change.
    Imports.run(
        store.store(),
        withNamespaces("more.xml", "en", ours + "<namespace key=\"102\">Bar</namespace>")
            .page("Bar:A", 4, 40, "in it")
            .open());
    assertThat(wiki.page("Bar:A").orElseThrow().namespace()).isEqualTo(102);
  }

  @ParameterizedTest
  @EnumSource(names = {"BASIC", "WIDE_ROW"})
  void truncatedFile_isImportedUpToItsEndAndCanBeResumedWhenWhole(WikiModel model) {
    Wiki wiki = open(model);
    // Several batches, so that some are read but not yet committed when the file ends.
    StringBuilder pages = new StringBuilder();
    for (int number = 1; number <= 1_900; number++) {
      pages.append(DumpText.page("P" + number, number, 1, List.of("[[A]]")));
    }
    DumpText whole = DumpText.named("cut.xml").add(pages.toString());

    assertThatThrownBy(() -> Imports.run(store.store(), whole.openTruncated()))
        .isInstanceOf(DumpException.class)
        .hasMessageContaining("cut.xml")
        .hasMessageContaining("ends too early");

    assertThat(wiki.statistics()).isEqualTo(new Statistics(1_900, 1_900, 1_900));
    ImportState state = Wikis.storage(store.store()).imports().state("cut.xml").orElseThrow();
    assertThat(state.pages()).isEqualTo(1_900);
    assertThat(state.finished()).isFalse();

    DumpText mended = whole.page("Last", 5_000, 1, "[[A]]");
    assertThat(Imports.run(store.store(), mended.open(), true, new ArrayList<>()).pages())
        .isEqualTo(1_901);
    Answers.assertSame(
        store.wiki(),
        Imports.reference(mended.open()),
        List.of("A", "P1900", "Last"),
        500,
        "mended");
    store.assertClean();
  }

  @Test
  void resume_withNothingToResume_beginsAtTheStart() {
    open(WikiModel.HASHED);

    ImportState state = Imports.run(store.store(), TWO_PAGES.open(), true, new ArrayList<>());

    assertThat(state.pages()).isEqualTo(2);
    assertThat(state.finished()).isTrue();
  }

  @Test
  void import_ofAnotherLanguage_followsRedirectsOfItsTemplates() {
    Wiki wiki = open(WikiModel.HASHED);
    DumpText dump =
        DumpText.named("ltg.xml")
            .add(
                "<siteinfo><sitename>Vikipedeja</sitename><dbname>ltgwiki</dbname>"
                    + "<namespaces><namespace key=\"0\" case=\"first-letter\" />"
                    + "<namespace key=\"10\" case=\"first-letter\">Taiss</namespace>"
                    + "</namespaces></siteinfo>\n")
            .add(
                "<page><title>Taiss:Ll</title><ns>10</ns><id>1</id><revision><id>11</id>"
                    + "<timestamp>2011-03-19T13:45:23Z</timestamp><contributor><username>S</username>"
                    + "<id>2</id></contributor><text>#redirect [[Template:Language]]</text>"
                    + "</revision></page>\n"
                    + "<page><title>Taiss:Language</title><ns>10</ns><id>2</id><revision><id>12</id>"
                    + "<timestamp>2011-03-19T13:45:23Z</timestamp><contributor><username>S</username>"
                    + "<id>2</id></contributor><text>[[{{{1}}} volūda]]</text>"
                    + "</revision></page>\n")
            .page("Daugpiļs", 3, 21, "{{ll|latgaļu}}");

    Imports.run(store.store(), dump.open());

    assertThat(wiki.page("Taiss:Ll").orElseThrow().redirect()).contains("Taiss:Language");
    assertThat(wiki.backlinks("Latgaļu volūda", ListingRequest.first(9)).entries())
        .containsExactly("Daugpiļs");
    assertThat(wiki.uses("Taiss:Language", ListingRequest.first(9)).entries())
        .containsExactly("Daugpiļs");
  }

  @Test
  void resume_ofAnotherFileOfTheName_isRefused() throws Exception {
    Wiki wiki = open(WikiModel.HASHED);
    Path file = directory.resolve("dump.xml");
    Files.writeString(file, TWO_PAGES.xml());
    assertThatThrownBy(() -> Imports.run(store.store(), DumpSource.open(file, DumpOptions.all())))
        .isInstanceOf(DumpException.class);
    Files.writeString(file, TWO_PAGES.page("C", 3, 30, "x").xml() + "</mediawiki>");

    assertThatThrownBy(
            () ->
                Imports.run(
                    store.store(),
                    DumpSource.open(file, DumpOptions.all()),
                    true,
                    new ArrayList<>()))
        .isInstanceOf(ImportException.class)
        .hasMessageContaining("dump.xml")
        .hasMessageContaining("without --resume");
    assertThat(wiki.page("C")).isEmpty();

    Imports.run(store.store(), DumpSource.open(file, DumpOptions.all()));
    assertThat(wiki.statistics()).isEqualTo(new Statistics(3, 1, 5));
    store.assertClean();
  }

  @Test
  void resume_ofFinishedImport_readsNothing() {
    Wiki wiki = open(WikiModel.BASIC);
    ImportState state = Imports.run(store.store(), TWO_PAGES.open());
    wiki.delete("A");

    assertThat(Imports.run(store.store(), TWO_PAGES.open(), true, new ArrayList<>()))
        .isEqualTo(state);

    assertThat(wiki.page("A")).isEmpty();
  }
}
