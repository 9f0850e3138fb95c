package org.portolan.cli.wiki;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.portolan.cli.Progress;
import org.portolan.cli.StoreOption;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code portolan wiki jobs}. */
@Command(
    name = "jobs",
    description = {
      "Lists the jobs that look at pages again, because a template that they use has changed: what"
          + " they link to and their categories may have changed with it. Servers of the wiki do"
          + " them in the background; they survive any process. A line has the pages looked at and"
          + " the age of the job.",
      ""
    },
    mixinStandardHelpOptions = true)
final class JobsCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Option(
      names = "--run",
      description =
          "Do all jobs now, and wait for them; beside servers of the wiki, except on RocksDB and H2,"
              + " which one process opens at a time.")
  boolean run;

  @Option(
      names = "--sweep",
      description = "First make a job that looks at all pages; with --run, do it too.")
  boolean sweep;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (WikiStorage open = store.openWiki()) {
      LinkJobs jobs = new LinkJobs(open);
      if (sweep) {
        jobs.table().add(Kind.ALL, "");
      }
      if (run) {
        run(jobs, guard(open), out);
      } else {
        print(jobs.table().jobs(), Instant.now(), out);
      }
      return 0;
    }
  }

  /** Returns the guard time of jobs; none if no other process can have a save under way. */
  private static Duration guard(WikiStorage open) {
    return open.wiki().local() ? Duration.ZERO : JobTable.GUARD;
  }

  private void run(LinkJobs jobs, Duration guard, PrintWriter out) {
    try (Progress progress =
        new Progress("jobs", "pages", OptionalLong.empty(), spec.commandLine().getErr())) {
      JobThreads.finish(jobs, job -> true, guard, progress::reached);
      out.println("pages=" + jobs.pages() + " corrected=" + jobs.corrected());
    }
  }

  static void print(List<LinkJob> jobs, Instant now, PrintWriter out) {
    jobs.stream()
        .sorted(Comparator.comparing(LinkJob::since).thenComparing(LinkJob::title))
        .forEach(job -> out.println(line(job, now)));
    long lag =
        jobs.stream()
            .mapToLong(job -> Duration.between(job.since(), now).toSeconds())
            .max()
            .orElse(0);
    out.println("jobs=" + jobs.size() + " lag-seconds=" + Math.max(0, lag));
  }

  private static String line(LinkJob job, Instant now) {
    String what =
        switch (job.kind()) {
          case PAGE -> "page " + job.title();
          case USERS -> "users of " + job.title();
          case ALL -> "all pages";
        };
    return what
        + "\tdone="
        + job.done()
        + "\tseconds="
        + Math.max(0, Duration.between(job.since(), now).toSeconds())
        + (job.walked() ? "\tthe last pages are in work" : "");
  }
}
