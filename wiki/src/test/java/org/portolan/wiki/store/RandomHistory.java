package org.portolan.wiki.store;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Move;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/** A random history of a wiki: a function of its seed and of the wiki's answers. */
final class RandomHistory {
  /** Titles that distinguish orders and encodings; some are only linked to. */
  static final List<String> TITLES =
      List.of(
          "A",
          "AA",
          "A B",
          "A/b",
          "Zürich",
          "Žagarė",
          "\uFF21 wide",
          "\uD835\uDD18nicode",
          "\uD83D\uDDFA map",
          "100% & more",
          "Ö".repeat(120),
          "Category:A",
          "Category:Sea charts",
          "Category:\uD83D\uDDFA",
          "Template:A",
          "Template:Box",
          "Module:Box",
          "User:Ann",
          "User:Ann/a",
          "User:Ann/a/b",
          "User talk:Ann",
          "MediaWiki:Common.css",
          "Red",
          "Category:Red",
          "Template:Red");

  private static final List<String> PEOPLE = List.of("Ann", "Žan", "192.0.2.7", "");
  private static final SiteInfo SITE = SiteInfo.standard("Wiki", "en");

  private final Random random;
  private Instant time = Instant.parse("2024-02-29T12:00:00.123456Z");

  RandomHistory(long seed) {
    this.random = new Random(seed);
  }

  /** An action on a wiki; its result must not depend on the data model. */
  interface Act {
    Object on(Wiki wiki);
  }

  /** Returns the next action, drawn for the present content of {@code wiki}. */
  Act next(Wiki wiki) {
    // Sometimes several actions fall into the same millisecond, and clocks may go back.
    time = time.plusNanos(random.nextInt(4) == 0 ? 0 : random.nextInt(3_000_000) * 1_000L);
    if (random.nextInt(20) == 0) {
      time = time.minusSeconds(5);
    }
    int kind = random.nextInt(100);
    if (kind < 58) {
      Edit edit = edit(wiki);
      return target -> target.save(edit);
    }
    if (kind < 66) {
      String title = title();
      return target -> target.delete(title);
    }
    if (kind < 78) {
      Move move = new Move(title(), title(), person(), "moved", random.nextBoolean(), time);
      return target -> target.move(move);
    }
    if (kind < 88) {
      String title = title();
      Comment comment = new Comment(time, person(), text(title));
      return target -> target.comment(title, comment);
    }
    PageHistory history = history(wiki);
    return target -> {
      target.put(history);
      return "put";
    };
  }

  private String title() {
    return TITLES.get(random.nextInt(TITLES.size() - 3));
  }

  private String person() {
    return PEOPLE.get(random.nextInt(PEOPLE.size()));
  }

  private Edit edit(Wiki wiki) {
    String title = title();
    WikiPage current = wiki.page(title).orElse(null);
    long base = current == null ? 0 : current.revision().id();
    String text = text(title);
    switch (random.nextInt(8)) {
      case 0 -> {
        // A stale base: an older revision if there is one, or a page that is gone or new.
        List<FullRevision> revisions =
            wiki.wholePage(title).map(PageHistory::revisions).orElse(List.of());
        base =
            revisions.isEmpty() || random.nextInt(4) == 0
                ? random.nextInt(2) * 17L
                : revisions.get(random.nextInt(revisions.size())).info().id();
      }
      case 1 -> text = current == null ? text : current.text();
      default -> {}
    }
    return new Edit(title, text, person(), "comment ž", random.nextBoolean(), base, time);
  }

  private String text(String title) {
    StringBuilder text = new StringBuilder();
    if (random.nextInt(10) == 0) {
      text.append("#REDIRECT [[").append(any(title)).append("]]\n");
    }
    for (int words = random.nextInt(12); words > 0; words--) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> text.append("[[:").append(any(title)).append("|label]] ");
        case 3 -> text.append("[[Category:Sea charts]] [[Category:A|key]] ");
        case 4 ->
            text.append("[[Category:").append(random.nextInt(3)).append("]] [[Category:Red]]");
        case 5 -> text.append("{{Box|{{red}}|[[A]]}} ");
        case 6 -> text.append("{{:").append(any(title)).append("}} [[/b]] [[../]] ");
        default -> text.append("wörds \uD83D\uDDFA & <b> ");
      }
    }
    if (random.nextInt(15) == 0) {
      text.append("long ".repeat(random.nextInt(5_000)));
    }
    return text.toString();
  }

  private String any(String self) {
    return random.nextInt(6) == 0 ? self : TITLES.get(random.nextInt(TITLES.size()));
  }

  /**
   * Returns a page as in a dump: some of its revisions are new, some are stored already, some are
   * changed.
   */
  private PageHistory history(Wiki wiki) {
    Title title = SITE.pageTitle(title()).orElseThrow();
    List<FullRevision> present =
        wiki.wholePage(title.full()).map(PageHistory::revisions).orElse(List.of());
    TreeSet<Long> ids = new TreeSet<>();
    int count = 1 + random.nextInt(5);
    for (int number = 0; number < count; number++) {
      ids.add(
          present.isEmpty() || random.nextBoolean()
              ? random.nextInt(3) == 0 ? time.toEpochMilli() + number : 1L + random.nextInt(50)
              : present.get(random.nextInt(present.size())).info().id());
    }
    List<FullRevision> revisions = new ArrayList<>();
    long parent = 0;
    for (long id : ids) {
      String text = text(title.full());
      RevisionInfo info =
          new RevisionInfo(
              id,
              parent,
              Instant.ofEpochSecond(1_000_000_000L + id % 1_000_000),
              person(),
              "",
              random.nextBoolean(),
              text.getBytes(StandardCharsets.UTF_8).length,
              model(title.full()));
      revisions.add(new FullRevision(info, text));
      parent = id;
    }
    return new PageHistory(title.full(), title.namespace(), 1 + random.nextInt(1000), revisions);
  }

  private String model(String title) {
    return title.startsWith("Module:")
        ? "Scribunto"
        : title.endsWith(".css") || random.nextInt(20) == 0 ? "css" : RevisionInfo.WIKITEXT;
  }
}
