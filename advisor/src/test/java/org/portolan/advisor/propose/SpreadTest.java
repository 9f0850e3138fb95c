package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.CommonValue;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.statistics.Source;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.advisor.target.Target;
import org.portolan.advisor.workload.Workload;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.EntityDesign;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.TimeBuckets;

/** Hot values, their writers, and partitions that grow: what a proposal does about them. */
class SpreadTest {
  private static final String PRODUCTS =
      "CREATE TABLE product (id int PRIMARY KEY, category int NOT NULL, title varchar(80));\n";
  private static final String OF_CATEGORY = "SELECT * FROM product WHERE category = 5;\n";
  private static final String EVENTS =
      "CREATE TABLE event (device int NOT NULL, at datetime NOT NULL, number int NOT NULL,"
          + " what varchar(20), PRIMARY KEY (device, at, number));\n";
  private static final String OF_DEVICE =
      "SELECT * FROM event WHERE device = 5 ORDER BY at, number;\n";

  @TempDir Path directory;

  @Test
  void hotValue_isTold_andGetsMorePlaces() throws IOException {
    Decision hot = layout(Target.HBASE, OF_CATEGORY, 0.3, 0);
    assertThat(hot.choice()).isEqualTo("hashed(16)");
    assertThat(hot.reasons()).first().asString().startsWith("about 1,500,000 rows under one value");
    assertThat(hot.reasons())
        .contains("its most frequent value has 30 % of all rows, a value on average 5,000");
    assertThat(hot.rejected())
        .extracting(Decision.Rejected::option)
        .containsExactly("single", "hashed(64)");
    Decision even = layout(Target.HBASE, OF_CATEGORY, 0.001, 0);
    assertThat(even.choice()).isEqualTo("single");
    assertThat(even.reasons()).containsExactly("about 5,000 rows under one value");
  }

  @Test
  void writersOfOneValue_getPlaces_whereAPlaceTakesThemOneAfterTheOther() throws IOException {
    String written =
        OF_CATEGORY.repeat(5_000) + "INSERT INTO product VALUES (1, 5, 'x');\n".repeat(20_000);
    Decision calm = layout(Target.HBASE, written, 0.3, 1_000_000);
    assertThat(calm.choice()).isEqualTo("hashed(16)");
    assertThat(calm.reasons()).noneMatch(reason -> reason.contains("writes a second"));
    Decision busy = layout(Target.HBASE, written, 0.3, 0.1);
    assertThat(busy.reasons()).anyMatch(reason -> reason.contains("60,000 writes a second"));
    assertThat(Integer.parseInt(busy.choice().replaceAll("\\D", ""))).isGreaterThan(16);
    Decision tree = layout(Target.IGNITE, written, 0.3, 1);
    assertThat(tree.reasons()).anyMatch(reason -> reason.contains("tried again"));
    assertThat(tree.rejected())
        .extracting(Decision.Rejected::option)
        .containsExactly("object hashed(16)");
  }

  @Test
  void partitionThatGrows_isCutByTime_ifTheYearsAreKnown() throws IOException {
    Proposal proposal = events(Optional.of("2019-03-01 10:00:00"), Optional.of("2023-12-31"));
    EntityDesign event = proposal.design().entities().get(0);
    assertThat(event.partition().buckets())
        .contains(new TimeBuckets("at", TimeBuckets.Unit.MONTH, 2019, 2033));
    assertThat(event.keyLayout()).isEqualTo(new PlainKey());
    Decision decision = of(proposal, Decision.Kind.KEY_LAYOUT);
    assertThat(decision.reasons())
        .first()
        .asString()
        .startsWith("about 500,000 rows of one device");
    assertThat(decision.rejected())
        .extracting(Decision.Rejected::option)
        .containsExactly("hashed by number (8)");
  }

  @Test
  void bucketOfTime_followsTheDaysOfTheRows_notTheirYears() throws IOException {
    Optional<String> first = Optional.of("2025-12-20 00:00:00");
    Optional<String> last = Optional.of("2026-02-10 23:59:59");
    Proposal proposal = events(20_000_000, column(20_000_000, first, last, List.of()));
    assertThat(buckets(proposal)).contains(new TimeBuckets("at", TimeBuckets.Unit.DAY, 2025, 2034));
    assertThat(of(proposal, Decision.Kind.KEY_LAYOUT).reasons())
        .contains(
            "a bucket has about 3,774 of them at most, if they are spread over time as the rows of"
                + " all are: assumed that they are spread evenly from 2025-12-20 to 2026-02-10, the"
                + " least and the greatest value");
  }

  @Test
  void bucketOfTime_isThatOfTheBusiestDays_withoutOneDateFarAway() throws IOException {
    List<String> histogram = new ArrayList<>(List.of("0001-01-01 00:00:00"));
    LocalDate begin = LocalDate.of(2016, 1, 1);
    // Half of the rows in ten years, the other half in the two months after them.
    for (int part = 1; part <= 50; part++) {
      histogram.add(begin.plusDays(73L * part) + " 12:00:00");
    }
    for (int part = 1; part <= 50; part++) {
      histogram.add(begin.plusDays(3_650 + part * 60L / 50) + " 12:00:00");
    }
    ColumnStatistics at =
        new ColumnStatistics(
            50_000_000,
            0,
            8,
            8,
            Optional.of(histogram.get(0)),
            Optional.of(histogram.get(100)),
            List.of(),
            histogram,
            Source.DATABASE);
    Proposal proposal = events(30_000_000, at);
    assertThat(buckets(proposal).orElseThrow().from()).isEqualTo(2016);
    assertThat(buckets(proposal).orElseThrow().each()).isEqualTo(TimeBuckets.Unit.MONTH);
    assertThat(buckets(events(12_000_000, at)).orElseThrow().each())
        .isEqualTo(TimeBuckets.Unit.YEAR);
  }

  @Test
  void frequentTime_thatStandsForNone_tellsNoYears() throws IOException {
    Optional<String> first = Optional.of("1970-01-01 00:00:00");
    Optional<String> last = Optional.of("2026-02-10 23:59:59");
    CommonValue none = new CommonValue("1970-01-01 00:00:00", 0.05);
    assertThat(buckets(events(20_000_000, column(20_000_000, first, last, List.of(none)))))
        .isEmpty();
  }

  @Test
  void rowsBeyondAllPlaces_areTold() throws IOException {
    Proposal proposal =
        events(5_000_000_000L, column(1, Optional.empty(), Optional.empty(), List.of()));
    assertThat(proposal.design().entities().get(0).keyLayout())
        .isEqualTo(new Md5ModuloPrefix(256, 3));
    assertThat(of(proposal, Decision.Kind.KEY_LAYOUT).reasons())
        .anyMatch(reason -> reason.startsWith("each of the 256 still has about 195,313 rows"));
    Decision index = layout(Target.CASSANDRA, OF_CATEGORY, 0.9, 0, 50_000_000);
    assertThat(index.choice()).isEqualTo("hashed(256)");
    assertThat(index.reasons())
        .anyMatch(reason -> reason.startsWith("each of the 256 still has about 175,781 rows"));
  }

  @Test
  void partitionThatGrows_isCutByNumber_ifNoYearsAreKnown() throws IOException {
    Proposal proposal = events(Optional.empty(), Optional.empty());
    EntityDesign event = proposal.design().entities().get(0);
    assertThat(event.keyLayout()).isEqualTo(new Md5ModuloPrefix(8, 3));
    assertThat(event.partition().stated()).isEqualTo(1);
    assertThat(of(proposal, Decision.Kind.KEY_LAYOUT).rejected())
        .extracting(Decision.Rejected::option)
        .containsExactly("buckets of time");
  }

  @Test
  void collectionThatGrows_isTold_withTheWayOut() throws IOException {
    String schema =
        "CREATE TABLE post (id int PRIMARY KEY, text varchar(20));\n"
            + "CREATE TABLE vote (post_id int NOT NULL, number int NOT NULL, mark int,"
            + " PRIMARY KEY (post_id, number), FOREIGN KEY (post_id) REFERENCES post (id));\n";
    RelationalModel read =
        model(
            schema,
            "SELECT * FROM post WHERE id = 1;\nSELECT * FROM vote WHERE post_id = 1;\n",
            Map.of(
                "post",
                TableStatistics.counted(1_000),
                "vote",
                TableStatistics.counted(300_000_000)),
            0);
    Proposal proposal = Proposer.propose(read, Target.CASSANDRA, "grows", Choices.NONE);
    assertThat(proposal.design().entities().get(0).collections()).hasSize(1);
    assertThat(of(proposal, Decision.Kind.KEY_LAYOUT).reasons())
        .anyMatch(reason -> reason.contains("choose 'vote: an entity'"));
  }

  private static Optional<TimeBuckets> buckets(Proposal proposal) {
    return proposal.design().entities().get(0).partition().buckets();
  }

  private Proposal events(Optional<String> first, Optional<String> last) throws IOException {
    return events(50_000_000, column(40_000_000, first, last, List.of()));
  }

  private Proposal events(long rows, ColumnStatistics at) throws IOException {
    Map<String, ColumnStatistics> columns =
        Map.of("device", column(100, Optional.empty(), Optional.empty(), List.of()), "at", at);
    RelationalModel read = model(EVENTS, OF_DEVICE, Map.of("event", table(rows, columns)), 0);
    Proposal proposal = Proposer.propose(read, Target.CASSANDRA, "events", Choices.NONE);
    String written = DesignWriter.write(proposal.design());
    assertThat(DesignReader.read(written, "design")).isEqualTo(proposal.design());
    return proposal;
  }

  private Decision layout(Target target, String log, double share, double seconds)
      throws IOException {
    return layout(target, log, share, seconds, 5_000_000);
  }

  private Decision layout(Target target, String log, double share, double seconds, long rows)
      throws IOException {
    Map<String, ColumnStatistics> columns =
        Map.of(
            "category",
            column(
                1_000, Optional.empty(), Optional.empty(), List.of(new CommonValue("5", share))));
    RelationalModel read = model(PRODUCTS, log, Map.of("product", table(rows, columns)), seconds);
    return of(Proposer.propose(read, target, "spread", Choices.NONE), Decision.Kind.LAYOUT);
  }

  private static Decision of(Proposal proposal, Decision.Kind kind) {
    List<Decision> found =
        proposal.decisions().stream().filter(decision -> decision.kind() == kind).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static TableStatistics table(long rows, Map<String, ColumnStatistics> columns) {
    return new TableStatistics(
        OptionalLong.of(rows), true, OptionalLong.empty(), OptionalLong.empty(), rows, columns);
  }

  private static ColumnStatistics column(
      long distinct, Optional<String> min, Optional<String> max, List<CommonValue> common) {
    return new ColumnStatistics(distinct, 0, 8, 8, min, max, common, List.of(), Source.ALL_ROWS);
  }

  private RelationalModel model(
      String schema, String log, Map<String, TableStatistics> tables, double seconds)
      throws IOException {
    Path file = Files.writeString(directory.resolve("schema.sql"), schema);
    Path statements = Files.writeString(directory.resolve("log.sql"), log);
    RelationalReader reader = new RelationalReader();
    reader.readSchema(file, Optional.of(Dialect.MYSQL));
    reader.readLog(statements, Optional.empty(), Optional.of(Dialect.MYSQL), count -> {});
    RelationalModel read = reader.model();
    return new RelationalModel(
        read.files(),
        read.schema(),
        new Workload(read.workload().templates(), read.workload().others(), seconds),
        read.statements(),
        read.relationships(),
        read.proposedKeys(),
        read.problems(),
        new DatabaseStatistics(tables, List.of(), List.of(), List.of(), ""));
  }
}
