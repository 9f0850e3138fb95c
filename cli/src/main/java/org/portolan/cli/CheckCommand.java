package org.portolan.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.jobs.LinkCheck;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan check}. */
@Command(
    name = "check",
    description = {
      "Compares every index and counter of a store with its rows, in both directions: entries that"
          + " are missing and entries that dangle. Writers can continue meanwhile. On HBase and"
          + " Cassandra it first finishes the writes of dead processes. Of a wiki it also compares"
          + " what each page is said to name (links, categories, templates) with its expanded text:"
          + " 'not-yet' is what a job will correct, see 'portolan wiki jobs'.",
      ""
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status 1 if an error remains, or if the check could not decide about a counter or row."
    })
final class CheckCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Option(names = "--repair", description = "Repair the errors.")
  boolean repair;

  @Option(names = "--resume", description = "Continue an interrupted check.")
  boolean resume;

  @Option(
      names = "--guard",
      paramLabel = "SECONDS",
      defaultValue = "0.5",
      description =
          "Check a suspected error again after this time: it may be a write in flight (default:"
              + " ${DEFAULT-VALUE}).")
  double guardSeconds;

  @Option(
      names = "--reports",
      paramLabel = "N",
      defaultValue = "1000",
      description = "List at most N findings; all are counted (default: ${DEFAULT-VALUE}).")
  int reportsMax;

  @Option(
      names = "--no-links",
      description =
          "Do not expand the pages of a wiki to check what they name, which takes a processor about"
              + " a second for 1,000 pages.")
  boolean noLinks;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    StoreCheck.Options options = options();
    if (Wikis.isOtherThanStore(store.uri)) {
      try (WikiStorage open = store.openWiki()) {
        return check(open, options) ? 0 : 1;
      }
    }
    try (Store open = store.open()) {
      if (Wikis.isWiki(open)) {
        return check(Wikis.storage(open), options) ? 0 : 1;
      }
      boolean clean = checkRows(open.check(options)::run);
      noteUnread(open.design());
      return clean ? 0 : 1;
    }
  }

  /** Says which rows the figures do not count, so that no store looks empty that is not. */
  private void noteUnread(Design design) {
    List<String> unread =
        design.entities().stream()
            .filter(entity -> !isRead(entity))
            .map(EntityDesign::name)
            .toList();
    if (!unread.isEmpty()) {
      spec.commandLine()
          .getOut()
          .println(
              "not read, since no index, counter or reference follows from their rows: "
                  + String.join(", ", unread));
    }
  }

  private static boolean isRead(EntityDesign entity) {
    return !entity.indexes().isEmpty()
        || !entity.counters().isEmpty()
        || !entity.extremes().isEmpty()
        || !entity.references().isEmpty();
  }

  private boolean check(WikiStorage open, StoreCheck.Options options) {
    boolean clean =
        checkRows((findings, progress) -> open.check(options, findings, progress::accept));
    return (noLinks || checkLinks(open, options)) && clean;
  }

  /** Compares what is derived from rows with the rows. */
  private boolean checkRows(
      BiFunction<Consumer<StoreCheck.Finding>, Consumer<Long>, StoreCheck.Result> check) {
    PrintWriter out = spec.commandLine().getOut();
    try (Progress progress =
        new Progress(
            "check", "rows and entries", OptionalLong.empty(), spec.commandLine().getErr())) {
      StoreCheck.Result result = check.apply(out::println, progress::reached);
      out.println(result.summary() + (repair ? " repaired=" + result.repaired() : ""));
      return result.isClean();
    }
  }

  private boolean checkLinks(WikiStorage open, StoreCheck.Options options) {
    PrintWriter out = spec.commandLine().getOut();
    try (Progress progress =
        new Progress(
            "check of links", "pages", OptionalLong.empty(), spec.commandLine().getErr())) {
      AtomicLong reports = new AtomicLong();
      LinkCheck.Result result =
          new LinkCheck(open, options.guard(), repair)
              .run(
                  line -> {
                    if (reports.incrementAndGet() <= reportsMax) {
                      out.println(line);
                    }
                  },
                  progress::reached);
      out.println("links: " + result.summary() + (repair ? " repaired=" + result.repaired() : ""));
      return result.isClean();
    }
  }

  private StoreCheck.Options options() {
    long guardSecondsMax = StoreCheck.Options.GUARD_MAX.toSeconds();
    // Not a number is in no range.
    if (!(guardSeconds >= 0 && guardSeconds <= guardSecondsMax)) {
      throw new ParameterException(
          spec.commandLine(),
          "--guard must be from 0 to " + guardSecondsMax + " seconds, not " + guardSeconds);
    }
    if (reportsMax < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--reports must be from 0 to " + Integer.MAX_VALUE + ", not " + reportsMax);
    }
    return new StoreCheck.Options(
        repair, resume, Duration.ofMillis((long) (guardSeconds * 1000)), reportsMax);
  }
}
