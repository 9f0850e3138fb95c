package org.portolan.wiki.web;

import java.util.Comparator;
import java.util.List;
import org.portolan.wiki.PendingJob;
import org.portolan.wiki.Wiki;

/** The work that saves have left to be done later. */
final class JobPages {
  private static final int JOBS_MAX = 100;

  private final Wiki wiki;
  private final Views views;

  JobPages(Wiki wiki, Views views) {
    this.wiki = wiki;
    this.views = views;
  }

  /**
   * The data for {@code jobs.jte}.
   *
   * @param jobs the oldest first
   * @param more whether there are others
   */
  record JobList(List<PendingJob> jobs, boolean more) {}

  Reply list(Request request) {
    List<PendingJob> found = wiki.jobs(JOBS_MAX + 1);
    List<PendingJob> shown =
        found.stream()
            .limit(JOBS_MAX)
            .sorted(Comparator.comparing(PendingJob::since).thenComparing(PendingJob::title))
            .toList();
    return Reply.html(
        200,
        views.fill(
            "jobs",
            views.plain("jobs", views.messages().of("jobs.heading")),
            new JobList(shown, found.size() > JOBS_MAX)));
  }
}
