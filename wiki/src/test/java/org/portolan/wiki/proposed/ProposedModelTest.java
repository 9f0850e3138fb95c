package org.portolan.wiki.proposed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.InvalidCursorException;
import org.portolan.data.Paging;
import org.portolan.data.StoreCheck;
import org.portolan.types.Tuple;
import org.portolan.wiki.Answers;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.WikiStore;
import org.portolan.wiki.store.HistoryComparison;

/**
 * The proposed model gives the answers of the reference. For more histories than in every build:
 * {@code -Dportolan.histories=100 -Dportolan.histories.first=1000}.
 */
class ProposedModelTest {
  private static final int STEPS = 160;
  private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.678901Z");

  @TempDir private Path directory;

  private WikiStore open() {
    return new WikiStore(WikiModel.PROPOSED, directory);
  }

  static LongStream seeds() {
    long first = Long.getLong("portolan.histories.first", 1);
    return LongStream.range(first, first + Long.getLong("portolan.histories", 3));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void model_afterRandomHistory_answersAsTheReference(long seed) {
    HistoryComparison.run(List.of(open()), seed, STEPS);
  }

  private static long save(Wiki wiki, String title, String text, long base) {
    Edit edit = new Edit(title, text, "Ann", "", false, base, TIME);
    return ((Saved) wiki.save(edit)).revision().id();
  }

  @Test
  void comments_ofOneInstant_arePagedByContributor() {
    try (WikiStore store = open()) {
      Wiki wiki = store.wiki();
      save(wiki, "Riga", "x", 0);
      // The order of the ids is another one.
      for (String name : List.of("Žan", "Ann", "\uFF21", "\uD83D\uDDFA")) {
        wiki.comment("Riga", new Comment(TIME, name, "a"));
        wiki.comment("Riga", new Comment(TIME.plusSeconds(1), name, "b"));
      }
      for (int limit = 1; limit < 10; limit++) {
        assertThat(Answers.all(limit, request -> wiki.comments("Riga", request)))
            .as("pages of %d", limit)
            .extracting(Comment::contributor)
            .containsExactly(
                "Ann", "Žan", "\uFF21", "\uD83D\uDDFA", "Ann", "Žan", "\uFF21", "\uD83D\uDDFA");
      }
      assertThatThrownBy(() -> wiki.comments("Riga", ListingRequest.first(1).after("nonsense")))
          .isInstanceOf(InvalidCursorException.class);
    }
  }

  @Test
  void cursors_ofADeletedPage_goOnInTheNewOne() {
    try (WikiStore store = open()) {
      Wiki wiki = store.wiki();
      long first = save(wiki, "Riga", "a", 0);
      long second = save(wiki, "Riga", "b", first);
      save(wiki, "Riga", "c", second);
      wiki.comment("Riga", new Comment(TIME, "Ann", "a"));
      wiki.comment("Riga", new Comment(TIME.plusSeconds(1), "Ann", "b"));
      Listing<RevisionInfo> history = wiki.history("Riga", ListingRequest.first(1));
      Listing<Comment> comments = wiki.comments("Riga", ListingRequest.first(1));
      wiki.delete("Riga");
      save(wiki, "Riga", "b", save(wiki, "Riga", "a", 0));
      wiki.comment("Riga", new Comment(TIME.plusSeconds(2), "Ann", "c"));
      assertThat(
              wiki.history("Riga", ListingRequest.first(9).after(history.next().orElseThrow()))
                  .entries())
          .extracting(RevisionInfo::id)
          .containsExactly(second, first);
      assertThat(
              wiki.comments("Riga", ListingRequest.first(9).after(comments.next().orElseThrow()))
                  .entries())
          .extracting(Comment::text)
          .containsExactly("c");
    }
  }

  @Test
  void delete_ofAPageWithManyRevisions_leavesNothing() {
    try (WikiStore store = open()) {
      Wiki wiki = store.wiki();
      long base = 0;
      for (int number = 0; number < 120; number++) {
        base = save(wiki, "Riga", "[[Link " + number + "]]", base);
        wiki.comment("Riga", new Comment(TIME.plusSeconds(number), "Ann", "a"));
      }
      assertThat(wiki.delete("Riga")).isTrue();
      assertThat(wiki.statistics().edits()).isZero();
      assertThat(wiki.page("Riga")).isEmpty();
      store.assertClean();
    }
  }

  @Test
  void check_ofDamagedRows_findsAndRepairsThem() {
    try (WikiStore wiki = open()) {
      long first = save(wiki.wiki(), "Riga", "[[Daugava]]", 0);
      save(wiki.wiki(), "Riga", "[[Sea]]", first);
      wiki.store()
          .write(
              transaction -> {
                Tuple page =
                    transaction
                        .index("page_by_title", title("Riga"), Paging.first(1))
                        .entries()
                        .get(0);
                transaction.update("page", page, Map.of("latest", first));
                transaction.update(
                    "page_link",
                    page.append(title("Sea")),
                    Map.of("page_title", Tables.bytes("Elsewhere")));
                SiteStats stats = new SiteStats();
                stats.addEdits(9);
                stats.write(transaction);
                return null;
              });
      assertThat(check(wiki, StoreCheck.Options.REPORT))
          .containsExactly(
              "dangling page.latest 'Riga' has another current revision than its newest",
              "dangling page_link 'Sea' lists another title than 'Riga'",
              "dangling site_stats.edits is 11 and should be 2");
      assertThat(check(wiki, StoreCheck.Options.REPAIR)).hasSize(3);
      assertThat(check(wiki, StoreCheck.Options.REPORT)).isEmpty();
      assertThat(wiki.wiki().page("Riga").orElseThrow().text()).isEqualTo("[[Sea]]");
      assertThat(wiki.wiki().backlinks("Sea", ListingRequest.first(9)).entries())
          .containsExactly("Riga");
      assertThat(wiki.wiki().statistics()).isEqualTo(new Statistics(1, 1, 2));
    }
  }

  private static Tuple title(String title) {
    return Tuple.of(Tables.bytes(title));
  }

  private static List<String> check(WikiStore wiki, StoreCheck.Options options) {
    List<String> findings = new ArrayList<>();
    wiki.storage().check(options, finding -> findings.add(finding.toString()), looked -> {});
    return findings;
  }
}
