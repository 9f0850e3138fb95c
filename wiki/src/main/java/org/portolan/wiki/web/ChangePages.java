package org.portolan.wiki.web;

import java.time.Clock;
import java.util.Optional;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wikitext.site.Title;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renaming and deleting pages. */
final class ChangePages {
  private static final Logger LOGGER = LoggerFactory.getLogger(ChangePages.class);

  private final Wiki wiki;
  private final Views views;
  private final WriteCount writes;
  private final Clock clock;

  ChangePages(Wiki wiki, Views views, WriteCount writes, Clock clock) {
    this.wiki = wiki;
    this.views = views;
    this.writes = writes;
    this.clock = clock;
  }

  /** The data for {@code move.jte}. */
  record MoveForm(
      String title, String to, String summary, boolean leaveRedirect, Optional<Problem> problem) {}

  /** The data for {@code delete.jte}. */
  record DeleteForm(String title, Optional<Problem> problem) {}

  Reply move(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      requireExisting(title);
      return show(200, title, new MoveForm(title.full(), title.full(), "", true, Optional.empty()));
    }
    String written = Texts.cleaned(request.field("to"));
    String summary = Texts.cleaned(request.field("summary")).strip();
    boolean leave = request.form().containsKey("redirect");
    Optional<Title> to = views.site().title(written).filter(found -> found.namespace() >= 0);
    if (to.isEmpty() || to.get().full().equals(title.full())) {
      String problem =
          to.isEmpty()
              ? "“" + written + "” cannot be a title."
              : "The page already has this title.";
      return show(
          422,
          title,
          new MoveForm(title.full(), written, summary, leave, Optional.of(notMoved(problem))));
    }
    MoveOutcome outcome;
    try {
      outcome =
          wiki.move(
              new Move(
                  title.full(),
                  to.get().full(),
                  request.contributor(),
                  summary,
                  leave,
                  clock.instant()));
    } catch (RuntimeException e) {
      LOGGER.error("moving '{}' to '{}' failed", title, to.get(), e);
      WriteFailure failure = WriteFailure.of(e);
      Problem problem =
          failure.problem(
              "moved",
              "",
              "move it again",
              "Look at both titles first.",
              "move a page with fewer revisions, or to a shorter title");
      return show(
          failure.status(),
          title,
          new MoveForm(title.full(), written, summary, leave, Optional.of(problem)));
    } finally {
      writes.written();
    }
    return switch (outcome) {
      case MOVED -> Reply.redirect(303, Frame.Paths.of("wiki", to.get().full()));
      case MISSING -> throw new Failure(404, "There is no page “" + title.full() + "” any more.");
      case TARGET_EXISTS ->
          show(
              409,
              title,
              new MoveForm(
                  title.full(),
                  written,
                  summary,
                  leave,
                  Optional.of(notMoved("There is a page “" + to.get().full() + "” already."))));
    };
  }

  private static Problem notMoved(String reason) {
    return Problem.notDone("Not moved.", reason);
  }

  Reply delete(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      requireExisting(title);
      return show(200, title, new DeleteForm(title.full(), Optional.empty()));
    }
    boolean deleted;
    try {
      deleted = wiki.delete(title.full());
    } catch (RuntimeException e) {
      LOGGER.error("deleting '{}' failed", title, e);
      WriteFailure failure = WriteFailure.of(e);
      Problem problem =
          failure.problem(
              "deleted",
              "",
              "delete it again",
              "First check whether the page still exists.",
              "tell the operator of this wiki");
      return show(failure.status(), title, new DeleteForm(title.full(), Optional.of(problem)));
    } finally {
      writes.written();
    }
    if (!deleted) {
      throw new Failure(404, "There is no page “" + title.full() + "” any more.");
    }
    return Reply.html(
        200, views.message("Deleted", "“" + title.full() + "” and all its revisions are deleted."));
  }

  private void requireExisting(Title title) {
    if (wiki.revisionId(title.full()).isEmpty()) {
      throw new Failure(404, "There is no page “" + title.full() + "”.");
    }
  }

  private Reply show(int status, Title title, DeleteForm form) {
    Frame frame = views.about(title.full(), "delete", "Delete " + title.full());
    return Reply.html(status, views.fill("delete", frame, form));
  }

  private Reply show(int status, Title title, MoveForm form) {
    return Reply.html(
        status,
        views.fill("move", views.about(title.full(), "move", "Move " + title.full()), form));
  }
}
