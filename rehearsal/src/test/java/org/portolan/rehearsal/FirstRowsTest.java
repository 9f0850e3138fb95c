package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;

/**
 * LIMIT ends the read of a list only if each row that is read is one of the result, in its order.
 * In every other query the lines read the whole list, and a note says that the application takes
 * the page.
 */
class FirstRowsTest {
  private static final String SCHEMA =
      """
      CREATE TABLE users (id bigint NOT NULL PRIMARY KEY, email varchar(100) NOT NULL UNIQUE,
        name varchar(100) NULL, boss_id bigint NULL REFERENCES users (id));
      CREATE TABLE posts (id bigint NOT NULL PRIMARY KEY, user_id bigint NOT NULL,
        title varchar(200) NOT NULL, status int NOT NULL, published int NULL, views int NOT NULL,
        editor_id bigint NULL, FOREIGN KEY (user_id) REFERENCES users (id),
        FOREIGN KEY (editor_id) REFERENCES users (id));
      CREATE TABLE comments (id bigint NOT NULL PRIMARY KEY, post_id bigint NOT NULL,
        body varchar(500) NOT NULL, created int NOT NULL,
        FOREIGN KEY (post_id) REFERENCES posts (id));
      CREATE TABLE notes (post_id bigint NOT NULL, lang int NOT NULL, text varchar(90) NOT NULL,
        hidden int NOT NULL, PRIMARY KEY (post_id, lang), FOREIGN KEY (post_id) REFERENCES posts (id));
      """;

  private static final String SHAPES =
      "users: an entity\nposts: an entity\ncomments: an entity\nnotes: items of posts\n";

  /** A read of three rows, from one end or the other. */
  private static final Pattern PAGE =
      Pattern.compile("Paging\\.(first|last)\\(3\\)|\\.limit\\(3\\)");

  @TempDir Path directory;

  /** An index of the posts of a user by their dates, and comments by posts. */
  private static final String OTHERS =
      """
      -- weight: 100000
      SELECT id FROM posts WHERE user_id = 4 AND published > 3 ORDER BY published;
      -- weight: 100000
      SELECT id FROM comments WHERE post_id = 4;
      -- weight: 100000
      SELECT id FROM posts WHERE status = 4;
      """;

  private Proposal propose(String query, boolean mysql) throws IOException {
    Path schema =
        Files.writeString(
            directory.resolve("schema.sql"),
            mysql ? SCHEMA.replace(");\n", ") ENGINE=InnoDB;\n") : SCHEMA.replace("int ", "int4 "));
    Path log = Files.writeString(directory.resolve("queries.sql"), OTHERS + query + ";\n");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    return Proposer.propose(
        reader.model(),
        Target.ROCKSDB,
        "first",
        Choices.read(Files.writeString(directory.resolve("choices.yaml"), SHAPES)));
  }

  private Served served(Proposal proposal, String query) {
    String start = query.substring(0, query.indexOf(" FROM "));
    return proposal.served().stream()
        .filter(one -> one.statement().template().examples().get(0).text().startsWith(start))
        .reduce((first, last) -> last)
        .orElseThrow();
  }

  private boolean isEnded(String query, boolean mysql) throws IOException {
    Proposal proposal = propose(query, mysql);
    Served served = served(proposal, query);
    assertThat(served.refusal()).as(query).isEmpty();
    String lines = new AccessPathLines(proposal).javaClass("Lines").orElseThrow();
    boolean ended = PAGE.matcher(lines).find();
    boolean noted =
        served.notes().stream().anyMatch(note -> note.startsWith("the application takes the page"));
    assertThat(noted).as(query + "\n" + served.notes() + "\n" + lines).isNotEqualTo(ended);
    return ended;
  }

  private static String posts(String rest) {
    return "SELECT p.id FROM posts p " + rest;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.published DESC LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.published FETCH FIRST 3 ROWS ONLY",
        "JOIN users u ON u.id = p.user_id WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "JOIN users u ON u.id = p.user_id WHERE u.email = 'a' ORDER BY p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id LEFT JOIN users b ON b.id = u.boss_id WHERE"
            + " p.user_id = 4 ORDER BY p.published LIMIT 3",
        "LEFT JOIN notes n ON n.post_id = p.id AND n.lang = 3 WHERE p.user_id = 4 ORDER BY"
            + " p.published LIMIT 3",
        "JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 AND p.editor_id = 5 ORDER BY"
            + " p.published LIMIT 3",
        "WHERE p.user_id = 4 AND p.user_id IN (SELECT id FROM users) ORDER BY p.published LIMIT 3",
        "WHERE p.user_id = (SELECT id FROM users WHERE email = 'a') ORDER BY p.published LIMIT 3"
      })
  void page_ofRowsThatAreThoseOfTheResult_endsTheRead(String rest) throws Exception {
    assertThat(isEnded(posts(rest), true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "JOIN users u ON u.id = p.user_id AND u.name = 'x' WHERE p.user_id = 4 ORDER BY p.published"
            + " LIMIT 3",
        "JOIN users u ON u.id = p.user_id AND u.boss_id = p.editor_id WHERE p.user_id = 4 ORDER BY"
            + " p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id JOIN users b ON b.id = u.boss_id WHERE p.user_id = 4"
            + " ORDER BY p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 AND u.id IS NULL ORDER BY"
            + " p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 AND u.boss_id IS NULL ORDER BY"
            + " p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 AND u.id IS NOT NULL ORDER BY"
            + " p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 AND COALESCE(u.boss_id, 0) = 0"
            + " ORDER BY p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 AND NOT (u.boss_id > 3) ORDER"
            + " BY p.published LIMIT 3",
        "LEFT JOIN users u ON u.id = p.editor_id LEFT JOIN users b ON b.id = u.boss_id WHERE"
            + " p.user_id = 4 AND b.id IS NULL ORDER BY p.published LIMIT 3",
        "LEFT JOIN notes n ON n.post_id = p.id AND n.lang = 3 WHERE p.user_id = 4 AND n.post_id IS"
            + " NULL ORDER BY p.published LIMIT 3",
        "JOIN comments c ON c.post_id = p.id WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "LEFT JOIN comments c ON c.post_id = p.id WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "LEFT JOIN notes n ON n.post_id = p.id WHERE p.user_id = 4 ORDER BY p.published LIMIT 3",
        "JOIN notes n ON n.post_id = p.id AND n.lang = 3 WHERE p.user_id = 4 ORDER BY p.published"
            + " LIMIT 3",
        "WHERE p.user_id = 4 AND EXISTS (SELECT 1 FROM comments c WHERE c.post_id = p.id) ORDER BY"
            + " p.published LIMIT 3",
        "WHERE p.user_id = 4 AND p.editor_id IN (SELECT id FROM users) ORDER BY p.published LIMIT 3",
        "WHERE p.user_id = 4 AND p.id IN (SELECT post_id FROM comments) ORDER BY p.published LIMIT 3",
        "WHERE p.id IN (SELECT post_id FROM comments WHERE post_id = 4) LIMIT 3",
        "JOIN users u ON u.id = p.user_id WHERE p.user_id = 4 ORDER BY u.name, p.published LIMIT 3",
        "JOIN users u ON u.id = p.user_id WHERE u.name = 'a' ORDER BY p.published LIMIT 3",
        "CROSS JOIN LATERAL (SELECT c.id FROM comments c WHERE c.post_id = p.id) x WHERE p.user_id = 4"
            + " ORDER BY p.published LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY RAND() LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY -p.published DESC LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.title COLLATE utf8mb4_bin LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.published IS NULL, p.published LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.published, LENGTH(p.title) LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY FIELD(p.status, 3, 1), p.published LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY (SELECT COUNT(*) FROM comments c WHERE c.post_id = p.id) LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.published NULLS LAST LIMIT 3",
        "WHERE p.user_id = 4 ORDER BY p.published LIMIT 3 + 2",
        "WHERE p.user_id = 4 ORDER BY p.published FETCH FIRST 3 PERCENT ROWS ONLY"
      })
  void page_ofOtherRows_readsTheWholeList(String rest) throws Exception {
    assertThat(isEnded(posts(rest), true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, SUM(views) OVER () FROM posts",
        "SELECT id, ROW_NUMBER() OVER w FROM posts",
        "SELECT JSON_ARRAYAGG(id) FROM posts",
        "SELECT id, unnest(title) FROM posts",
        "SELECT DISTINCT status FROM posts",
        "SELECT DISTINCT ON (status) id FROM posts",
        "SELECT DISTINCT title AS id, status FROM posts",
        "SELECT id FROM (SELECT id, user_id, published FROM posts ORDER BY views) posts",
        "WITH x AS (SELECT id FROM users WHERE email = 'a') SELECT posts.id FROM posts, x"
      })
  void page_ofAResultThatIsNotItsRows_readsTheWholeList(String start) throws Exception {
    String query = start + " WHERE user_id = 4 ORDER BY published LIMIT 3";
    query =
        query.replace(
            " OVER w FROM posts WHERE user_id = 4",
            " OVER w FROM posts WHERE" + " user_id = 4 WINDOW w AS (ORDER BY views)");
    assertThat(isEnded(query, true)).as(query).isFalse();
  }

  /** Rows with a key differ, so DISTINCT changes nothing. */
  @ParameterizedTest
  @ValueSource(strings = {"p.*", "p.id, p.status", "p.*, u.name"})
  void pageOfDistinctRows_withTheirKey_endsTheRead(String columns) throws Exception {
    String query =
        "SELECT DISTINCT "
            + columns
            + " FROM posts p LEFT JOIN users u ON u.id = p.editor_id WHERE p.user_id = 4 ORDER BY"
            + " p.published LIMIT 3";
    assertThat(isEnded(query, true)).isTrue();
  }

  /** Whatever number of rows is assumed: no list is known to be as short as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"RAND()", "-published DESC", "published + 0", "published, LENGTH(title)"})
  void page_inAnOrderThatNoIndexHas_isTakenByTheApplication(String order) throws Exception {
    String query = "SELECT id FROM posts WHERE user_id = 4 ORDER BY " + order + " LIMIT 5000";
    Proposal proposal = propose(query, true);
    assertThat(served(proposal, query).notes())
        .anyMatch(note -> note.startsWith("the application takes the page"))
        .anyMatch(note -> note.startsWith("the application sorts by"));
    assertThat(new AccessPathLines(proposal).javaClass("Lines").orElseThrow())
        .doesNotContain("5000");
  }

  /** PostgreSQL has nulls last in an ascending order, MySQL and a store have them first. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "published | true | false",
        "published DESC | true | false",
        "published NULLS FIRST | true | true",
        "published DESC NULLS LAST | true | true",
        "published NULLS LAST | false | false",
        "published DESC NULLS FIRST | false | false",
        "views | true | true",
        "views DESC NULLS FIRST | true | true",
        "id | true | true"
      })
  void nulls_thatStandAtTheOtherEnd_areSortedByTheApplication(
      String order, boolean ofMysql, boolean ofPostgresql) throws Exception {
    String query = "SELECT id FROM posts WHERE user_id = 4 ORDER BY " + order + " LIMIT 3";
    assertThat(isEnded(query, true)).isEqualTo(ofMysql);
    assertThat(isEnded(query, false)).isEqualTo(ofPostgresql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"published < 7", "published IS NOT NULL", "published IN (3, 4)"})
  void nulls_thatAConditionLeavesOut_standNowhere(String condition) throws Exception {
    String query =
        "SELECT id FROM posts WHERE user_id = 4 AND "
            + condition
            + " ORDER BY published DESC LIMIT 3";
    Proposal proposal = propose(query, false);
    assertThat(served(proposal, query).notes())
        .noneMatch(note -> note.contains("its nulls come first"));
    assertThat(PAGE.matcher(new AccessPathLines(proposal).javaClass("Lines").orElseThrow()).find())
        .isTrue();
  }

  @Test
  void nulls_areWhyAnOrderIsLeftToTheApplication() throws Exception {
    String query = "SELECT id FROM posts WHERE user_id = 4 ORDER BY status, published LIMIT 3";
    assertThat(served(propose(query, false), query).notes())
        .contains(
            "the application sorts by published the rows that are equal in status: its nulls come"
                + " last, and a store has them first (NULLS FIRST, NOT NULL or IS NOT NULL lets an"
                + " index have the order)");
    String all = "SELECT id FROM users ORDER BY name LIMIT 3";
    assertThat(served(propose(all, false), all).refusal().orElseThrow())
        .startsWith("it reads every row of users")
        .contains("no index has the order by name: its nulls come last");
  }
}
