package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Move;
import org.portolan.wiki.Wiki;

/** Every operation of a wiki once, and how a log of statements must show them. */
final class Operations {
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");
  private static final ListingRequest ONE = ListingRequest.first(1);
  private static final Pattern STATEMENT =
      Pattern.compile("(?is)\\b(SELECT|INSERT|UPDATE|DELETE)\\b");
  private static final Pattern NAMED = Pattern.compile("(?s)/\\* portolan:[a-z-]+ \\*/ .*");

  private Operations() {}

  static void each(Wiki wiki) {
    wiki.save(new Edit("Riga", "[[Daugava]] {{T}} [[Category:K]]", "Ann", "", false, 0, TIME));
    wiki.comment("Riga", new Comment(TIME, "Ann", "a"));
    wiki.page("Riga");
    wiki.pages(List.of("Riga", "A", "B"));
    wiki.revisionIds(List.of("Riga", "A", "B"));
    wiki.revisionId("Riga");
    wiki.revision("Riga", TIME.toEpochMilli());
    wiki.history("Riga", ONE);
    wiki.backlinks("Daugava", ONE);
    wiki.members("Category:K", ONE);
    wiki.uses("Template:T", ONE);
    wiki.titles(ONE);
    wiki.randomTitle(new Random(1));
    wiki.statistics();
    wiki.comments("Riga", ONE);
    wiki.wholePage("Riga").ifPresent(wiki::put);
    wiki.move(new Move("Riga", "City", "Ann", "", true, TIME));
    wiki.jobs(1);
    wiki.delete("City");
    wiki.site(wiki.site());
  }

  /** Fails unless every statement on rows names its operation, and every operation has one. */
  static void requireNamed(List<String> log) {
    List<String> statements =
        log.stream()
            .filter(sql -> STATEMENT.matcher(sql).find())
            .filter(sql -> !sql.contains("@@") && !sql.contains("portolan:look"))
            .toList();
    assertThat(statements).allMatch(sql -> NAMED.matcher(sql).matches());
    Stream.of(
            "save",
            "comment",
            "page",
            "pages",
            "revision-ids",
            "revision-id",
            "revision",
            "history",
            "backlinks",
            "members",
            "uses",
            "titles",
            "random",
            "statistics",
            "comments",
            "whole-page",
            "put",
            "move",
            "jobs",
            "delete",
            "site",
            "actor")
        .forEach(
            operation ->
                assertThat(statements)
                    .as(operation)
                    .anyMatch(sql -> sql.startsWith("/* portolan:" + operation + " */ ")));
  }
}
