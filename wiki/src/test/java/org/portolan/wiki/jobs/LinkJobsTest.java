package org.portolan.wiki.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Trace;
import org.portolan.types.Tuple;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Move;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.jobs.LinkJobs.Step;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.JobTable.Chunk;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.PageNames;
import org.portolan.wiki.storage.PageNames.Look;
import org.portolan.wiki.text.WikiPages;
import org.portolan.wikitext.limit.TextLimits;

class LinkJobsTest {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir private Path directory;
  private WikiStore store;
  private Wiki wiki;
  private LinkJobs jobs;

  @BeforeEach
  void open() {
    store = new WikiStore(WikiModel.WIDE_ROW, directory);
    wiki = store.wiki();
    jobs = new LinkJobs(store.storage());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void save(String title, String text) {
    long base = wiki.revisionId(title).orElse(0);
    var edit = new Edit(title, text, "Ann", "", false, base, TIME);
    assertThat(wiki.save(edit)).isInstanceOf(SaveOutcome.Saved.class);
  }

  private List<String> backlinks(String title) {
    return wiki.backlinks(title, ListingRequest.first(1_000)).entries();
  }

  private List<String> members(String title) {
    return wiki.members(title, ListingRequest.first(1_000)).entries();
  }

  private LinkCheck.Result check(boolean repair) {
    return new LinkCheck(store.storage(), Duration.ZERO, repair).run(line -> {}, pages -> {});
  }

  private void finish() {
    JobThreads.finish(jobs, job -> true, Duration.ZERO, pages -> {});
    assertThat(jobs.table().jobs()).isEmpty();
  }

  @Test
  void save_ofPageWithTemplate_linksWhatTheTemplateMakes() {
    save("Template:Port", "[[{{{1}}}]]<includeonly>[[Category:Ports]]</includeonly>");
    save("Riga", "{{Port|Daugava}}");

    assertThat(backlinks("Daugava")).containsExactly("Riga");
    assertThat(members("Category:Ports")).containsExactly("Riga");
  }

  @Test
  void save_ofTemplate_correctsItsUsersByAJobAndNoRevision() {
    save("Template:Port", "[[Old]]");
    save("Riga", "{{Port}}");
    save("Jelgava", "{{Port}}");
    finish();
    long revision = wiki.revisionId("Riga").getAsLong();
    save("Template:Port", "[[New]]");

    assertThat(backlinks("Old")).containsExactly("Jelgava", "Riga");
    assertThat(check(false)).isEqualTo(new LinkCheck.Result(3, 2, 0, 0, 0));
    finish();
    assertThat(backlinks("Old")).isEmpty();
    assertThat(backlinks("New")).containsExactly("Jelgava", "Riga", "Template:Port");
    assertThat(check(false)).isEqualTo(new LinkCheck.Result(3, 0, 0, 0, 0));
    assertThat(wiki.revisionId("Riga")).hasValue(revision);
  }

  @Test
  void createDeleteAndMove_ofIncludedPage_correctItsUsers() {
    save("Riga", "{{Port}} {{:Sea}}");
    assertThat(backlinks("Template:Port")).containsExactly("Riga");
    save("Template:Port", "[[A]]");
    save("Sea", "[[B]]");
    finish();
    assertThat(backlinks("Template:Port")).isEmpty();
    assertThat(backlinks("A")).containsExactly("Riga", "Template:Port");
    assertThat(backlinks("B")).containsExactly("Riga", "Sea");

    wiki.delete("Template:Port");
    wiki.move(new Move("Sea", "Ocean", "Ann", "", false, TIME));
    finish();
    assertThat(backlinks("A")).isEmpty();
    assertThat(backlinks("B")).containsExactly("Ocean");
    assertThat(backlinks("Sea")).containsExactly("Riga");
    assertThat(check(false).isClean()).isTrue();
  }

  @Test
  void step_jobYoungerThanGuard_waits() {
    save("Template:Port", "a");

    assertThat(jobs.step(Duration.ofHours(1), job -> true)).isEqualTo(Step.WAITING);
    assertThat(jobs.step(Duration.ZERO, job -> true)).isEqualTo(Step.WORKED);
  }

  @Test
  void take_samePart_isGivenOnce() {
    JobTable table = jobs.table();
    table.add(Kind.ALL, "");
    LinkJob job = table.jobs().get(0);

    Optional<Chunk> first = table.take(job, List.of("A"), Optional.of("c"));
    assertThat(first).isPresent();
    assertThat(table.take(job, List.of("A"), Optional.of("c"))).isEmpty();
    assertThat(table.jobs().get(0).cursor()).contains("c");
  }

  @Test
  void take_jobMadeAgain_beginsAnew() {
    JobTable table = jobs.table();
    table.add(Kind.ALL, "");
    LinkJob job = table.jobs().get(0);
    Chunk chunk = table.take(job, List.of("A"), Optional.empty()).orElseThrow();
    LinkJob walked = table.jobs().get(0);
    table.add(Kind.ALL, "");

    assertThat(table.take(walked, List.of("B"), Optional.empty())).isEmpty();
    table.done(chunk);
    assertThat(table.jobs()).singleElement().matches(each -> !each.walked() && each.done() == 0);
    finish();
  }

  @Test
  void takeOver_partOfDeadProcess_isDoneByAnother() {
    save("Template:Port", "[[Old]]");
    save("Riga", "{{Port}}");
    finish();
    save("Template:Port", "[[New]]");
    JobTable table = jobs.table();
    LinkJob job = table.jobs().get(0);
    // A process takes the only part and dies.
    table.take(job, List.of("Riga"), Optional.empty());

    assertThat(jobs.step(Duration.ZERO, each -> true)).isEqualTo(Step.WAITING);
    assertThat(check(false).notYet()).isEqualTo(1);
    LinkJob walked = table.jobs().get(0);
    assertThat(table.takeOver(walked, Instant.EPOCH)).isEmpty();
    Chunk chunk = table.takeOver(walked, Instant.MAX).orElseThrow();
    assertThat(chunk.titles()).containsExactly("Riga");
    table.done(chunk);
    assertThat(table.jobs()).isEmpty();
  }

  @Test
  void done_ofPartThatAnotherProcessTookOver_changesNothing() {
    save("Riga", "[[A]]");
    JobTable table = jobs.table();
    table.add(Kind.ALL, "");
    LinkJob job = table.jobs().get(0);
    Chunk slow = table.take(job, List.of("Riga"), Optional.empty()).orElseThrow();
    Chunk over = table.takeOver(table.jobs().get(0), Instant.MAX).orElseThrow();
    table.done(over);
    assertThat(table.jobs()).isEmpty();
    // A later job with a part of the same number.
    table.add(Kind.ALL, "");
    Chunk later = table.take(table.jobs().get(0), List.of("Riga"), Optional.empty()).orElseThrow();
    assertThat(later.number()).isEqualTo(slow.number());

    table.done(slow);
    assertThat(table.jobs()).hasSize(1);
    table.done(later);
    assertThat(table.jobs()).isEmpty();
  }

  @Test
  void correct_afterAnotherJobWasThere_changesNothing() {
    save("Template:Port", "[[Old]]");
    save("Riga", "{{Port}}");
    finish();
    save("Template:Port", "[[Middle]]");
    PageNames names = new PageNames(store.storage());
    List<Look> looks = names.look(List.of("Riga"), new WikiPages(store.wiki()), TextLimits.DEFAULT);
    save("Template:Port", "[[New]]");
    finish();

    names.correct(looks);
    assertThat(backlinks("New")).contains("Riga");
    assertThat(backlinks("Middle")).isEmpty();
  }

  @Test
  void save_ofTemplateThatWasTooLong_correctsItsUsersWhenItIsMended() {
    save("Template:Inner", "[[Two]]");
    save("Template:Outer", "{{Inner}}".repeat(5));
    save("Riga", "{{Outer}}");
    finish();
    save("Template:Inner", "x".repeat(1_900_000));
    finish();
    assertThat(backlinks("Two")).isEmpty();
    save("Template:Inner", "[[Three]]");
    finish();

    assertThat(backlinks("Three")).containsExactly("Riga", "Template:Inner", "Template:Outer");
    assertThat(check(false).isClean()).isTrue();
  }

  @Test
  void jobs_veryMany_areReadOnceForAll() {
    for (int i = 0; i < 300; i++) {
      jobs.table().add(Kind.PAGE, "Page " + i);
    }
    Trace trace = new Trace();
    LinkJobs counted = new LinkJobs(Wikis.storage(store.store().traced(trace)));
    while (counted.step(Duration.ZERO, job -> true) != Step.NOTHING) {
      // Goes on.
    }
    // One list reads every job once, and each job's row is read a few times. Reading the list again
    // for every job would take 45,000 keys.
    assertThat(trace.counts().keysRead()).isLessThan(300 * 60);
  }

  @Test
  void finish_errorInAThread_isThrownAsItIs() {
    save("Riga", "{{Port}}");
    save("Template:Port", "[[New]]");
    var error = new OutOfMemoryError("Java heap space");

    assertThatThrownBy(
            () ->
                JobThreads.finish(
                    jobs,
                    job -> true,
                    Duration.ZERO,
                    pages -> {
                      throw error;
                    }))
        .isSameAs(error);
    finish();
    assertThat(check(false).notYet()).isZero();
  }

  @Test
  void check_rowThatSaysSomethingElse_isWrongUntilRepaired() {
    save("Riga", "[[A]]");
    store
        .store()
        .write(
            transaction ->
                transaction.update(
                    "page",
                    Tuple.of("Riga"),
                    Map.of("links", new java.util.TreeSet<>(List.of("B")))));
    List<String> lines = new ArrayList<>();
    LinkCheck.Result result =
        new LinkCheck(store.storage(), Duration.ZERO, false).run(lines::add, pages -> {});

    assertThat(result).isEqualTo(new LinkCheck.Result(1, 0, 1, 0, 0));
    assertThat(lines)
        .containsExactly("page 'Riga' names other pages: missing link 'A', dangling link 'B'");
    assertThat(check(true)).isEqualTo(new LinkCheck.Result(1, 0, 1, 0, 1));
    assertThat(check(false).isClean()).isTrue();
    assertThat(backlinks("A")).containsExactly("Riga");
  }

  @Test
  void sweep_correctsWhateverIsWrong() {
    save("Riga", "[[A]]");
    store
        .store()
        .write(
            transaction ->
                transaction.update(
                    "page", Tuple.of("Riga"), Map.of("links", new java.util.TreeSet<String>())));
    jobs.table().add(Kind.ALL, "");
    finish();

    assertThat(backlinks("A")).containsExactly("Riga");
    assertThat(jobs.corrected()).isEqualTo(1);
  }

  @Test
  void jobs_beside_editorsOfTemplatesAndPages_leaveNothingWrong() throws Exception {
    save("Template:T0", "[[X0]]");
    save("Template:T1", "{{T0}} [[X1]]");
    long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    JobThreads background = JobThreads.background(jobs);
    try {
      List<Future<Integer>> edits = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        edits.add(threads.submit(editor(i, end)));
      }
      for (Future<Integer> each : edits) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      threads.shutdownNow();
      background.close();
    }
    JobThreads.finish(jobs, job -> true, JobTable.GUARD, pages -> {});

    assertThat(check(false).isClean()).isTrue();
    assertThat(check(false).notYet()).isZero();
    store.assertClean();
  }

  private Callable<Integer> editor(int number, long end) {
    return () -> {
      Random random = new Random(number);
      int saved = 0;
      while (System.nanoTime() < end) {
        String title =
            number % 2 == 0 ? "Template:T" + random.nextInt(2) : "Page " + random.nextInt(20);
        String text =
            "[[X"
                + random.nextInt(5)
                + "]]"
                + (title.equals("Template:T0") ? "" : "{{T" + (number % 2) + "}}{{T0}}");
        long base = wiki.revisionId(title).orElse(0);
        if (wiki.save(new Edit(title, text + saved, "Ann", "", false, base, Instant.now()))
            instanceof SaveOutcome.Saved) {
          saved++;
        }
      }
      return saved;
    };
  }
}
