package org.portolan.wiki.web;

import java.time.Clock;
import java.util.Optional;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.site.Title;

/** Renaming and deleting pages. */
final class ChangePages {
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

  /** What {@code move.jte} shows. */
  record MoveForm(
      String title, String to, String summary, boolean leaveRedirect, Optional<String> problem) {}

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
          to.isEmpty() ? "“" + written + "” cannot be a title." : "This is its title already.";
      return show(
          422, title, new MoveForm(title.full(), written, summary, leave, Optional.of(problem)));
    }
    MoveOutcome outcome =
        wiki.move(
            new Move(
                title.full(),
                to.get().full(),
                request.contributor(),
                summary,
                leave,
                clock.instant()));
    writes.written();
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
                  Optional.of("There is a page “" + to.get().full() + "” already.")));
    };
  }

  Reply delete(Request request) {
    Title title = Titles.named(views.site(), request.rest());
    if (!request.isPost()) {
      requireExisting(title);
      return Reply.html(
          200,
          views.fill(
              "delete",
              views.about(title.full(), "delete", "Delete " + title.full()),
              title.full()));
    }
    boolean deleted = wiki.delete(title.full());
    writes.written();
    if (!deleted) {
      throw new Failure(404, "There is no page “" + title.full() + "” any more.");
    }
    return Reply.html(
        200, views.message("Deleted", "“" + title.full() + "” and all its revisions are deleted."));
  }

  private void requireExisting(Title title) {
    if (wiki.revisionIds(java.util.List.of(title.full())).isEmpty()) {
      throw new Failure(404, "There is no page “" + title.full() + "”.");
    }
  }

  private Reply show(int status, Title title, MoveForm form) {
    return Reply.html(
        status,
        views.fill("move", views.about(title.full(), "move", "Move " + title.full()), form));
  }
}
