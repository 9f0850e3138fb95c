package org.portolan.wiki.jobs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.PageNames;
import org.portolan.wiki.storage.PageNames.Look;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.text.CachedPages;
import org.portolan.wiki.text.NamedPages.End;
import org.portolan.wiki.text.PageReader;
import org.portolan.wiki.text.WikiPages;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.text.PageLinks;

/**
 * Compares what each page of a wiki is said to name with what its expanded text names. A page that
 * differs is <em>not yet</em> right if a job will look at it, and <em>wrong</em> otherwise. Writers
 * can go on meanwhile. Used by one thread.
 */
public final class LinkCheck {
  private static final int PAGES_PER_LIST = 1_024;
  private static final int PAGES_PER_READ = 32;

  /** Suspects looked at again after one wait. */
  private static final int SUSPECTS_MAX = 10_000;

  private static final Duration KEPT = Duration.ofSeconds(2);

  /**
   * The counts of a check.
   *
   * @param pages all pages
   * @param notYet those that a job will correct
   * @param wrong those that no job will correct; they still are, unless repaired
   * @param undecided those whose text could not be expanded in its time
   * @param repaired those that were wrong and are corrected
   */
  public record Result(long pages, long notYet, long wrong, long undecided, long repaired) {
    /** Returns whether every page is right, or will be. */
    public boolean isClean() {
      return wrong == repaired && undecided == 0;
    }

    /** Returns the counts as text that a script can read. */
    public String summary() {
      return "pages="
          + pages
          + " not-yet="
          + notYet
          + " wrong="
          + wrong
          + " undecided="
          + undecided;
    }
  }

  private final Wiki wiki;
  private final JobTable table;
  private final PageNames names;
  private final Duration guard;
  private final boolean repair;
  private final List<String> suspects = new ArrayList<>();
  private Result result = new Result(0, 0, 0, 0, 0);

  /**
   * @param guard the time after which a page that differs is looked at again: it may be in change
   * @param repair whether wrong pages are corrected
   */
  public LinkCheck(WikiStorage storage, Duration guard, boolean repair) {
    this.wiki = storage.wiki();
    this.table = storage.jobs();
    this.names = new PageNames(storage);
    this.guard = guard;
    this.repair = repair;
  }

  /**
   * Checks all pages.
   *
   * @param reports told a line about each page that is wrong or undecided
   * @param progress told the number of pages so far
   */
  public Result run(Consumer<String> reports, LongConsumer progress) {
    Optional<String> after = Optional.empty();
    do {
      Listing<String> list = wiki.titles(new ListingRequest(PAGES_PER_LIST, after));
      PageReader reader = new CachedPages(new WikiPages(wiki), KEPT);
      for (int from = 0; from < list.entries().size(); from += PAGES_PER_READ) {
        int to = Math.min(from + PAGES_PER_READ, list.entries().size());
        check(list.entries().subList(from, to), reader, reports);
        progress.accept(result.pages());
      }
      after = list.next();
      if (after.isEmpty() || suspects.size() >= SUSPECTS_MAX) {
        lookAgain(reports);
      }
    } while (after.isPresent());
    return result;
  }

  private void check(List<String> titles, PageReader reader, Consumer<String> reports) {
    List<Look> looks = names.look(titles, reader, TextLimits.DEFAULT);
    long undecided = 0;
    for (Look look : looks) {
      if (look.now().end() == End.UNFINISHED) {
        undecided++;
        reports.accept("page '" + look.title() + "' could not be expanded in its time");
      } else if (look.differs()) {
        suspects.add(look.title());
      }
    }
    add(new Result(looks.size(), 0, 0, undecided, 0));
  }

  /** Looks at suspects again, after their guard time and without any page read before. */
  private void lookAgain(Consumer<String> reports) {
    if (suspects.isEmpty()) {
      return;
    }
    pause();
    PageReader reader = new CachedPages(new WikiPages(wiki), KEPT);
    for (int from = 0; from < suspects.size(); from += PAGES_PER_READ) {
      int to = Math.min(from + PAGES_PER_READ, suspects.size());
      lookAgain(suspects.subList(from, to), reader, reports);
    }
    suspects.clear();
  }

  private void lookAgain(List<String> titles, PageReader reader, Consumer<String> reports) {
    List<Look> different =
        names.look(titles, reader, TextLimits.DEFAULT).stream().filter(Look::differs).toList();
    // Read after the pages: whatever changed before they were read has its job here.
    List<LinkJob> jobs = different.isEmpty() ? List.of() : table.jobs();
    List<Look> wrong =
        different.stream()
            .filter(look -> jobs.stream().noneMatch(job -> covers(job, look)))
            .toList();
    wrong.forEach(look -> reports.accept(text(look)));
    if (repair) {
      names.correct(wrong);
    }
    add(new Result(0, different.size() - wrong.size(), wrong.size(), 0, repair ? wrong.size() : 0));
  }

  private void pause() {
    try {
      Thread.sleep(guard.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the check was interrupted", e);
    }
  }

  private static boolean covers(LinkJob job, Look look) {
    return switch (job.kind()) {
      case ALL -> true;
      case PAGE -> job.title().equals(look.title());
      case USERS ->
          look.stored().templates().contains(job.title())
              || look.now().links().templates().contains(job.title());
    };
  }

  private static String text(Look look) {
    PageLinks now = look.now().links();
    StringBuilder text = new StringBuilder("page '" + look.title() + "' names other pages:");
    append(text, "link", look.stored().links(), now.links());
    append(text, "category", look.stored().categories(), now.categories());
    append(text, "template", look.stored().templates(), now.templates());
    if (!look.stored().redirect().equals(now.redirect())) {
      text.append(" another redirect,");
    }
    return text.substring(0, text.length() - 1);
  }

  private static void append(
      StringBuilder text, String kind, SortedSet<String> stored, SortedSet<String> now) {
    now.stream()
        .filter(title -> !stored.contains(title))
        .limit(3)
        .forEach(title -> text.append(" missing " + kind + " '" + title + "',"));
    stored.stream()
        .filter(title -> !now.contains(title))
        .limit(3)
        .forEach(title -> text.append(" dangling " + kind + " '" + title + "',"));
  }

  private void add(Result more) {
    result =
        new Result(
            result.pages() + more.pages(),
            result.notYet() + more.notYet(),
            result.wrong() + more.wrong(),
            result.undecided() + more.undecided(),
            result.repaired() + more.repaired());
  }
}
