package org.portolan.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Compares all answers of two wikis. */
public final class Answers {
  /** How many titles of the list from a title on are read, in two pages. */
  private static final int TITLES_FROM = 10;

  private Answers() {}

  /**
   * Fails with the first question that two wikis answer differently. The list of titles is read to
   * its end from its beginning and from each first character, but not from each title: its length
   * would count twice.
   */
  public static void assertSame(
      Wiki actual, Wiki expected, Collection<String> titles, int limit, String when) {
    compare(whole(expected, titles, limit), whole(actual, titles, limit), when);
    Set<String> beginnings = new TreeSet<>();
    for (String title : titles) {
      compare(of(expected, title, limit), of(actual, title, limit), when);
      beginnings.add(title.substring(0, title.offsetByCodePoints(0, 1)));
    }
    for (String beginning : beginnings) {
      compare(from(expected, beginning, limit), from(actual, beginning, limit), when);
    }
  }

  private static Map<String, Object> from(Wiki wiki, String beginning, int limit) {
    return Map.of(
        "titles from " + beginning, all(limit, request -> wiki.titlesFrom(beginning, request)));
  }

  private static void compare(
      Map<String, Object> expected, Map<String, Object> actual, String when) {
    for (Map.Entry<String, Object> answer : expected.entrySet()) {
      Object other = actual.get(answer.getKey());
      if (!Objects.equals(answer.getValue(), other)) {
        throw new AssertionError(
            when + ": " + answer.getKey() + " " + difference(answer.getValue(), other));
      }
    }
    assertThat(actual.keySet()).as(when).isEqualTo(expected.keySet());
  }

  /** Describes the first difference of two answers; whole answers would fill screens. */
  private static String difference(Object expected, Object actual) {
    String left = String.valueOf(expected);
    String right = String.valueOf(actual);
    int same = 0;
    while (same < Math.min(left.length(), right.length())
        && left.charAt(same) == right.charAt(same)) {
      same++;
    }
    return "is\n  …" + excerpt(right, same) + "\nand should be\n  …" + excerpt(left, same);
  }

  private static String excerpt(String text, int from) {
    return text.substring(Math.max(0, from - 100), Math.min(text.length(), from + 300));
  }

  /** Returns every title of a wiki. */
  public static List<String> titles(Wiki wiki, int limit) {
    return all(limit, wiki::titles);
  }

  private static Map<String, Object> whole(Wiki wiki, Collection<String> titles, int limit) {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("site", wiki.site());
    answers.put("statistics", wiki.statistics());
    answers.put("titles", titles(wiki, limit));
    answers.put("pages", wiki.pages(titles));
    answers.put("revision ids", wiki.revisionIds(titles));
    return answers;
  }

  private static Map<String, Object> of(Wiki wiki, String title, int limit) {
    Map<String, Object> answers = new LinkedHashMap<>();
    answers.put("page " + title, wiki.page(title));
    answers.put("revision id " + title, wiki.revisionId(title));
    List<RevisionInfo> history = all(limit, request -> wiki.history(title, request));
    answers.put("history " + title, history);
    answers.put("titles from " + title, titlesFrom(wiki, title, Math.min(limit, TITLES_FROM / 2)));
    TreeSet<Long> ids = new TreeSet<>(List.of(0L, 1L, Long.MAX_VALUE));
    history.forEach(revision -> ids.add(revision.id()));
    for (long id : ids) {
      answers.put("revision " + id + " of " + title, wiki.revision(title, id));
    }
    answers.put("backlinks " + title, all(limit, request -> wiki.backlinks(title, request)));
    answers.put("members " + title, all(limit, request -> wiki.members(title, request)));
    answers.put("uses " + title, all(limit, request -> wiki.uses(title, request)));
    answers.put("comments " + title, all(limit, request -> wiki.comments(title, request)));
    answers.put("whole page " + title, wiki.wholePage(title));
    return answers;
  }

  /** Returns the first titles from a title on, in two pages. */
  private static List<String> titlesFrom(Wiki wiki, String title, int limit) {
    ListingRequest request = ListingRequest.first(limit);
    Listing<String> first = wiki.titlesFrom(title, request);
    List<String> titles = new ArrayList<>(first.entries());
    first
        .next()
        .ifPresent(next -> titles.addAll(wiki.titlesFrom(title, request.after(next)).entries()));
    return titles;
  }

  /** Reads a list page by page; no page but the last may be short, and none empty. */
  public static <T> List<T> all(int limit, Function<ListingRequest, Listing<T>> list) {
    List<T> all = new ArrayList<>();
    ListingRequest request = ListingRequest.first(limit);
    while (true) {
      Listing<T> page = list.apply(request);
      all.addAll(page.entries());
      assertThat(page.entries().size()).as("size of a page").isLessThanOrEqualTo(limit);
      if (page.next().isEmpty()) {
        return all;
      }
      assertThat(page.entries()).as("a page that another follows").isNotEmpty();
      request = request.after(page.next().get());
    }
  }
}
