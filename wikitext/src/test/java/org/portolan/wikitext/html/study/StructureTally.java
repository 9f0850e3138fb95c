package org.portolan.wikitext.html.study;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.portolan.wikitext.html.study.ParserTestsStudy.Candidate;
import org.portolan.wikitext.site.SiteInfo;

/** Counts, for each group, the tests whose structure is right. */
final class StructureTally {
  /** How many tests are right, of how many: for tuning, and for judging. */
  private static final class Count {
    final int[] right = new int[2];
    final int[] all = new int[2];
  }

  /** The group of tests that compare texts and no HTML; it is in no sum. */
  private static final String SAVED = "texts as saved";

  private final Candidate candidate;
  private final String print;
  private final Map<String, Count> groups = new TreeMap<>();
  private final Map<String, Integer> skipped = new TreeMap<>();

  StructureTally(Candidate candidate, String print) {
    this.candidate = candidate;
    this.print = print;
  }

  void run(ParserTest test) {
    var reason = test.reasonToSkip();
    if (reason.isPresent()) {
      skipped.merge(reason.get(), 1, Integer::sum);
      return;
    }
    boolean saved = test.hasOption("pst");
    var expected = saved ? test.html().get().stripTrailing() : Structure.of(test.html().get());
    String html;
    String actual;
    try {
      html = saved ? saved(test) : html(test);
      actual = saved ? html : Structure.of(html);
    } catch (RuntimeException e) {
      html = e.toString();
      actual = e + " " + List.of(e.getStackTrace()).stream().limit(4).toList();
    }
    int half = test.isForTuning() ? 0 : 1;
    var count = groups.computeIfAbsent(saved ? SAVED : test.group(), each -> new Count());
    count.all[half]++;
    if (expected.equals(actual)) {
      count.right[half]++;
    } else if (half == 0
        && !print.isEmpty()
        && (print.equals("all") || test.group().contains(print))) {
      System.out.printf(
          "#### %s: %s%n---- text%n%s%n---- expected%n%s%n---- actual%n%s%n---- html%n%s%n%n",
          test.group(), test.name(), test.wikitext(), expected, actual, html);
    }
  }

  private String saved(ParserTest test) {
    return ParserTestsStudy.saved(title(test), site(test), test.wikitext(), test.pages());
  }

  private static String title(ParserTest test) {
    return test.option("title").orElse("Parser test");
  }

  private static SiteInfo site(ParserTest test) {
    return SiteInfo.standard("TestWiki", test.option("language").orElse("en"));
  }

  private String html(ParserTest test) {
    return candidate.html(
        title(test), site(test), test.hasOption("subpage"), test.wikitext(), test.pages());
  }

  void print() {
    var sum = new Count();
    System.out.printf("%-32s %18s %18s%n", "group", "tuning", "judging");
    groups.forEach(
        (name, count) -> {
          row(name, count);
          if (name.equals(SAVED)) {
            return;
          }
          for (int half = 0; half < 2; half++) {
            sum.right[half] += count.right[half];
            sum.all[half] += count.all[half];
          }
        });
    row("all", sum);
    System.out.println("skipped: " + skipped);
  }

  private static void row(String name, Count count) {
    System.out.printf("%-32s", name);
    for (int half = 0; half < 2; half++) {
      int all = count.all[half];
      int right = count.right[half];
      System.out.printf(" %4d/%4d %5.1f %%", right, all, all == 0 ? 100 : 100.0 * right / all);
    }
    System.out.println();
  }
}
