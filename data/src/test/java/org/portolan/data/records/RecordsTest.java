package org.portolan.data.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.RowExistsException;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.DesignReader;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

class RecordsTest {
  private static final Instant NOON = Instant.parse("2018-03-01T12:00:00Z");
  private static final Paging FIRST = Paging.first(2);

  @TempDir Path directory;

  private Store store;
  private Entity<Page> pages;
  private Items<Note> notes;

  /** Every type, a key of two columns with a null, and a component in camel case. */
  record Page(
      String space,
      Long number,
      String title,
      int size,
      Integer rank,
      long views,
      boolean open,
      BigDecimal price,
      Instant savedAt,
      Bytes hash,
      Set<String> links,
      List<Long> sizes) {}

  record Note(int n, String text) {}

  /** Columns under other names. */
  record Renamed(
      @ColumnName("space") String space_,
      @ColumnName("number") Long hash,
      @ColumnName("saved_at") Instant at) {}

  record Title(String title, String space, Long number) {}

  record KeyOnly(String space, Long number) {}

  record Strict(String space, Long number, int size) {
    Strict {
      if (size < 0) {
        throw new IllegalArgumentException("negative");
      }
    }
  }

  @BeforeEach
  void open() {
    store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"),
            DesignReader.read(
                """
                format: 1
                design: records
                entities:
                  page:
                    key: {space: text, number: {type: long, nullable: true}}
                    families:
                      main: {title: text, size: int, rank: int, views: long, open: boolean}
                      more: {price: "decimal(10,2)", saved_at: timestamp, hash: bytes}
                      lists: {links: set of text, sizes: list of long}
                    collections:
                      notes: {key: {n: int}, columns: {text: compressed text}}
                    indexes:
                      by_link: {on: [links], layout: single}
                """,
                "records"));
    pages = Entity.of(store, "page", Page.class);
    notes = pages.items("notes", Note.class);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static Page page(Long number) {
    return new Page(
        "a",
        number,
        "Riga",
        3,
        4,
        5L,
        true,
        new BigDecimal("1.50"),
        NOON,
        Bytes.ofHex("01"),
        Set.of("x", "y"),
        List.of(2L, 1L, 2L));
  }

  private void write(Page page) {
    store.write(
        tx -> {
          pages.put(tx, page);
          return null;
        });
  }

  @Test
  void put_everyType_isReadTheSame() {
    write(page(1L));
    write(page(null));
    assertThat(pages.get(store, "a", 1L)).contains(page(1L));
    assertThat(pages.getAll(store, List.of(Tuple.of("b", 1L), new Tuple(Arrays.asList("a", null)))))
        .containsExactly(Optional.empty(), Optional.of(page(null)));
    assertThat(pages.key(page(1L))).isEqualTo(Tuple.of("a", 1L));
  }

  @Test
  void put_nulls_areReadAsNullsAndEmptyLists() {
    Page nulls = new Page("a", 1L, null, 0, null, 0, false, null, null, null, null, null);
    write(nulls);
    assertThat(pages.get(store, "a", 1L))
        .contains(
            new Page("a", 1L, null, 0, null, 0, false, null, null, null, Set.of(), List.of()));
  }

  @Test
  void components_thatNameTheirColumn_holdIt() {
    write(page(1L));
    Entity<Renamed> renamed = Entity.of(store, "page", Renamed.class);
    assertThat(renamed.get(store, "a", 1L)).contains(new Renamed("a", 1L, NOON));
    Instant later = NOON.plusSeconds(1);
    store.write(tx -> renamed.update(tx, new Renamed("a", 1L, later)));
    assertThat(pages.get(store, "a", 1L).orElseThrow().savedAt()).isEqualTo(later);
    assertThat(pages.get(store, "a", 1L).orElseThrow().hash()).isEqualTo(Bytes.ofHex("01"));
  }

  @Test
  void components_ofOneColumn_areRefused() {
    record Twice(String space, Long number, String title, @ColumnName("title") String name) {}
    assertThatThrownBy(() -> Entity.of(store, "page", Twice.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "record Twice does not fit entity 'page': two components are the column 'title'");
  }

  @Test
  void lists_areInTheirOrderAndPages() {
    for (long number = 1; number <= 3; number++) {
      write(page(number));
    }
    Slice<Page> first = pages.index(store, "by_link", Tuple.of("x"), FIRST);
    assertThat(first.entries()).containsExactly(page(1L), page(2L));
    assertThat(pages.index(store, "by_link", Tuple.of("x"), FIRST.following(first)).entries())
        .containsExactly(page(3L));
    assertThat(pages.index(store, "by_link", Tuple.of("z"), FIRST).entries()).isEmpty();
    assertThat(pages.scan(store, Tuple.of("a"), FIRST).entries())
        .containsExactly(page(1L), page(2L));
    assertThat(pages.scanStored(store, Paging.first(9)).entries()).hasSize(3);
    assertThat(pages.row(store.get("page", Tuple.of("a", 2L), Columns.ALL).orElseThrow()))
        .isEqualTo(page(2L));
  }

  @Test
  void write_insertUpdateDelete_asTheTransaction() {
    Entity<Title> titles = Entity.of(store, "page", Title.class);
    store.write(
        tx -> {
          pages.insert(tx, page(1L));
          assertThatThrownBy(() -> pages.insert(tx, page(1L)))
              .isInstanceOf(RowExistsException.class);
          assertThat(titles.update(tx, new Title("Ventspils", "a", 1L))).isTrue();
          assertThat(titles.update(tx, new Title("Nowhere", "a", 9L))).isFalse();
          titles.insert(tx, new Title("Tukums", "a", 2L));
          return null;
        });
    assertThat(pages.get(store, "a", 1L).orElseThrow().title()).isEqualTo("Ventspils");
    assertThat(pages.get(store, "a", 1L).orElseThrow().links()).containsExactly("x", "y");
    assertThat(titles.get(store, "a", 2L)).contains(new Title("Tukums", "a", 2L));
    assertThatThrownBy(() -> pages.get(store, "a", 2L))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("column 'size' of entity 'page' (a, 2) is null, which int in Page cannot be");
    store.write(tx -> pages.delete(tx, "a", 1L));
    assertThat(pages.get(store, "a", 1L)).isEmpty();
    assertThat(Entity.of(store, "page", KeyOnly.class).get(store, "a", 2L))
        .contains(new KeyOnly("a", 2L));
  }

  @Test
  void put_recordOfSomeColumns_isRefusedBeforeItLosesTheOthers() {
    write(page(1L));
    Entity<Title> titles = Entity.of(store, "page", Title.class);
    assertThatThrownBy(
            () ->
                store.write(
                    tx -> {
                      titles.put(tx, new Title("x", "a", 1L));
                      return null;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a put replaces all columns of entity 'page', but record Title has none of [size, rank,"
                + " views, open, price, saved_at, hash, links, sizes]: it would make them null;"
                + " update, or add the components");
    assertThat(pages.get(store, "a", 1L)).contains(page(1L));
  }

  @Test
  void items_areRecordsToo() {
    Tuple row = Tuple.of("a", 1L);
    store.write(
        tx -> {
          notes.put(tx, row, new Note(2, "second"));
          notes.insert(tx, row, new Note(1, "first"));
          notes.put(tx, row, new Note(3, null));
          assertThat(notes.get(tx, row, 2)).contains(new Note(2, "second"));
          return null;
        });
    Slice<Note> page = notes.page(store, row, FIRST);
    assertThat(page.entries()).containsExactly(new Note(1, "first"), new Note(2, "second"));
    assertThat(notes.page(store, row, FIRST.following(page)).entries())
        .containsExactly(new Note(3, null));
    store.write(
        tx -> {
          notes.delete(tx, row, 1);
          return null;
        });
    assertThat(notes.get(store, row, 1)).isEmpty();
    assertThatThrownBy(
            () -> store.item("page", row, "notes", Tuple.of(2)).orElseThrow().text("txt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("column 'txt' of (2) was not read; did you mean 'text'? it has [text]");
    assertThatThrownBy(
            () -> store.item("page", row, "notes", Tuple.of(2)).orElseThrow().intValue("text"))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("column 'text' of (2) has the type String, not Integer");
  }

  @Test
  void row_thatTheRecordRefuses_saysWhich() {
    store.write(
        tx -> {
          tx.put("page", Tuple.of("a", 1L), Map.of("size", -1));
          return null;
        });
    Entity<Strict> strict = Entity.of(store, "page", Strict.class);
    assertThatThrownBy(() -> strict.get(store, "a", 1L))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Strict refuses the values of entity 'page' (a, 1)")
        .hasRootCauseMessage("negative");
  }

  record Wrong(String space, int size, double price, Set<Long> links, List<String> tags) {}

  @Test
  void of_recordThatDoesNotFit_listsEveryReason() {
    assertThatThrownBy(() -> Entity.of(store, "page", Wrong.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "record Wrong does not fit entity 'page': component 'price' is double, but the column is"
                + " decimal(10,2), which is BigDecimal; component 'links' is"
                + " java.util.Set<java.lang.Long>, but the column is set of text, which is"
                + " Set<String>; there is no column 'tags', only [space, number, title, size, rank,"
                + " views, open, price, saved_at, hash, links, sizes]; it has no component for the"
                + " key column 'number'");
    assertThatThrownBy(() -> Entity.of(store, "pages", Wrong.class))
        .hasMessage("design 'records' has no entity 'pages'; it has [page]");
    assertThatThrownBy(() -> pages.items("history", Note.class))
        .hasMessage("entity 'page' has no collection 'history'; it has [notes]");
  }
}
