package org.portolan.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.Wiki;
import org.portolan.wikitext.site.SiteInfo;

/** Asks two wikis everything that an application asks, and compares the answers. One thread. */
final class SameAnswers {
  private static final int LIMIT = 100;

  private final Wiki one;
  private final Wiki other;
  private long compared;
  private Optional<String> difference = Optional.empty();

  SameAnswers(Wiki one, Wiki other) {
    this.one = one;
    this.other = other;
  }

  long compared() {
    return compared;
  }

  /** Returns the first question that the two answer otherwise; empty if there is none. */
  Optional<String> firstDifference() {
    same("site", Wiki::site);
    same("statistics", Wiki::statistics);
    same("titles", wiki -> all(wiki::titles));
    TreeSet<String> titles = new TreeSet<>(all(one::titles));
    for (String title : titles) {
      same("page " + title, wiki -> wiki.page(title));
      same("history " + title, wiki -> all(request -> wiki.history(title, request)));
      same("comments " + title, wiki -> all(request -> wiki.comments(title, request)));
      same("whole page " + title, wiki -> wiki.wholePage(title));
      one.wholePage(title).map(PageHistory::revisions).orElse(List.of()).stream()
          .limit(2)
          .map(revision -> revision.info().id())
          .forEach(id -> same("revision of " + title, wiki -> wiki.revision(title, id)));
    }
    categories(one.site()).forEach(titles::add);
    for (String title : titles) {
      same("back-links of " + title, wiki -> all(request -> wiki.backlinks(title, request)));
      same("members of " + title, wiki -> all(request -> wiki.members(title, request)));
      same("uses of " + title, wiki -> all(request -> wiki.uses(title, request)));
    }
    return difference;
  }

  private static List<String> categories(SiteInfo site) {
    List<String> titles = new ArrayList<>(List.of("Template:Box"));
    for (int section = 0; section < 20; section++) {
      site.title("Category:Section " + section).ifPresent(title -> titles.add(title.full()));
    }
    return titles;
  }

  private static <T> List<T> all(Function<ListingRequest, Listing<T>> list) {
    List<T> all = new ArrayList<>();
    ListingRequest request = ListingRequest.first(LIMIT);
    while (true) {
      Listing<T> part = list.apply(request);
      all.addAll(part.entries());
      if (part.next().isEmpty()) {
        return all;
      }
      request = request.after(part.next().get());
    }
  }

  private void same(String question, Function<Wiki, Object> ask) {
    compared++;
    if (difference.isEmpty()) {
      Object expected = ask.apply(one);
      Object answer = ask.apply(other);
      if (!expected.equals(answer)) {
        difference =
            Optional.of(
                question
                    + " is another answer: "
                    + beginning(expected)
                    + " and "
                    + beginning(answer));
      }
    }
  }

  private static String beginning(Object answer) {
    String text = answer.toString();
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
