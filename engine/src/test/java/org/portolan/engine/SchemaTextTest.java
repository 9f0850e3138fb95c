package org.portolan.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

class SchemaTextTest {
  private static final ItemFamily REVISIONS =
      new ItemFamily(
          "revisions",
          List.of(KeyColumn.of("id", ScalarType.LONG).descending()),
          columns("text compressed text"));
  private static final CounterFamily VIEWS = new CounterFamily("views");

  private static List<Column> columns(String... columns) {
    return Stream.of(columns)
        .map(each -> each.split(" ", 2))
        .map(each -> new Column(each[0], ColumnType.parse(each[1])))
        .toList();
  }

  private static ColumnFamily meta(String... columns) {
    return new ColumnFamily("meta", columns(columns));
  }

  private static TableSchema articles(Family... families) {
    return new TableSchema(
        "articles",
        List.of(KeyColumn.of("id", ScalarType.LONG)),
        1,
        List.of(families),
        List.of(Tuple.of(1L)));
  }

  private static final TableSchema FIRST = articles(meta("title text"), REVISIONS, VIEWS);
  private static final String FIRST_TEXT =
      """
      schema	1
      table	articles	1
      key	id	long	ascending	required
      columns	meta
      column	title	text
      items	revisions
      item_key	id	long	descending	required
      column	text	compressed text
      counter	views
      split	1	8000000000000001
      """;

  /** Earlier releases wrote this text, and read it. */
  @Test
  void write_ofATableThatWasNeverAltered_isTheTextOfEarlierReleases() {
    assertThat(SchemaText.write(FIRST)).isEqualTo(FIRST_TEXT);
    StoredTable read = SchemaText.parseStored(FIRST_TEXT);
    assertThat(read).isEqualTo(StoredTable.created(FIRST));
    assertThat(read.altered(FIRST, FIRST)).isSameAs(read);
    assertThat(SchemaText.write(read)).isEqualTo(FIRST_TEXT);
  }

  @Test
  void write_ofAnAlteredTable_marksWhatWasAddedAndRemoved() {
    TableSchema second = articles(meta("title text", "size int"), VIEWS);
    TableSchema third = articles(meta("title text", "size int", "note text"), VIEWS, REVISIONS);
    StoredTable altered = StoredTable.created(FIRST).altered(FIRST, second).altered(second, third);
    String text =
        """
        schema	2
        table	articles	1
        key	id	long	ascending	required
        columns	meta
        column	title	text
        column	size	int	added	1
        column	note	text	added	2
        items	revisions	removed	1
        item_key	id	long	descending	required
        column	text	compressed text
        counter	views
        items	revisions	added	2
        item_key	id	long	descending	required
        column	text	compressed text
        split	1	8000000000000001
        """;
    assertThat(SchemaText.write(altered)).isEqualTo(text);
    assertThat(SchemaText.parseStored(text)).isEqualTo(altered);
    assertThat(SchemaText.parse(text)).isEqualTo(third);
    assertThat(altered.alterations()).isEqualTo(2);
    assertThat(altered.families()).extracting(StoredFamily::firstColumns).containsExactly(1, 0, 1);
    assertThat(altered.families())
        .extracting(family -> altered.physicalName(family, "."))
        .containsExactly("meta", "views", "revisions.2");
    assertThat(altered.removedFamilies())
        .extracting(family -> altered.physicalName(family, "."))
        .containsExactly("revisions");
  }

  @Test
  void altered_fromAnythingElse_isRefused() {
    StoredTable table = StoredTable.created(FIRST);
    TableSchema other = articles(VIEWS);
    assertThatThrownBy(() -> table.altered(other, articles(VIEWS, meta("title text"))))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessage(
            "cannot alter table 'articles': it is neither as before the alteration nor as after"
                + " it: it has the family columns meta, column title text; it has the family items"
                + " revisions, item_key id long descending required, column text compressed text;"
                + " alter it from its existing schema");
    assertThatThrownBy(() -> table.altered(FIRST, articles(meta("title int"), REVISIONS, VIEWS)))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessage(
            "cannot alter table 'articles': its family is columns meta, column title text and"
                + " cannot become columns meta, column title int; an alteration appends columns,"
                + " adds families and removes families: create another table for anything else");
  }

  @Test
  void parse_ofANewerForm_saysSo() {
    assertThatThrownBy(() -> SchemaText.parse(FIRST_TEXT.replace("schema\t1", "schema\t3")))
        .isInstanceOf(EngineException.class)
        .hasMessageContainingAll("schema\t3", "newer release");
  }
}
