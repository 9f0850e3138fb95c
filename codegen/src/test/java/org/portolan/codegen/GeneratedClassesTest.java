package org.portolan.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.codegen.everything.ClassRow;
import org.portolan.codegen.everything.ClassRows;
import org.portolan.codegen.everything.Event;
import org.portolan.codegen.everything.EventRows;
import org.portolan.codegen.everything.EveryThingDesign;
import org.portolan.codegen.everything.LineItems;
import org.portolan.codegen.everything.LineItemsRows;
import org.portolan.codegen.everything.Line_2;
import org.portolan.codegen.everything.Line_2Rows;
import org.portolan.codegen.everything.Place;
import org.portolan.codegen.everything.PlaceRows;
import org.portolan.codegen.everything.Product;
import org.portolan.codegen.everything.ProductRows;
import org.portolan.codegen.everything.SequenceRows;
import org.portolan.codegen.everything.StringRow;
import org.portolan.codegen.everything.StringRows;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.ItemExistsException;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.design.Design;
import org.portolan.testkit.Checks;
import org.portolan.testkit.PortolanTest;
import org.portolan.testkit.TestStore;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Uses the generated classes of a design that has everything, on stores like each engine. */
@PortolanTest(design = "testdata/everything.yaml")
class GeneratedClassesTest {
  private static final Instant NOON = Instant.parse("2018-03-01T12:00:00Z");
  private static final Paging FIRST = Paging.first(10);

  private Store store;
  private ProductRows products;

  @BeforeEach
  void open(TestStore opened) {
    store = opened;
    products = new ProductRows(store);
  }

  private void write(Consumer<StoreTransaction> work) {
    store.write(
        tx -> {
          work.accept(tx);
          return null;
        });
  }

  private static Product product(String sku, String title, String country) {
    return new Product(
        sku,
        title,
        3,
        7,
        5L,
        null,
        true,
        false,
        new BigDecimal("12.50"),
        NOON,
        Bytes.ofHex("0102"),
        country,
        "A description",
        Set.of("sea", "map"),
        List.of(3, 1, 3),
        Set.of(1L, 2L),
        List.of(new BigDecimal("1.00")),
        List.of(NOON),
        Set.of(Bytes.ofHex("ff")));
  }

  @Test
  void design_isThatOfTheFile(Design ofTheFile) {
    assertThat(EveryThingDesign.design()).isEqualTo(ofTheFile);
  }

  @Test
  void rows_ofEveryType_areReadAsWritten(TestStore checked) {
    Product chart = product("chart", "A chart", "lv");
    write(tx -> products.insert(tx, chart));
    assertThat(products.get(store, "chart")).contains(chart);
    assertThat(products.productsByTag(store, "sea", FIRST).entries()).containsExactly(chart);
    assertThat(products.productsByTagKeys(store, "map", FIRST).entries())
        .containsExactly(ProductRows.key("chart"));
    assertThat(products.productsByCountryAndRank(store, "lv", 7, FIRST).entries())
        .containsExactly(chart);
    assertThat(products.productsByCountryAndRank(store, "lv", 8, FIRST).entries()).isEmpty();
    assertThat(products.allProducts(store, FIRST).entries()).containsExactly(chart);
    assertThat(products.productOfTitle(store, "A chart")).contains(chart);
    assertThat(products.productOfTitleKey(store, "A map")).isEmpty();
    assertThat(products.productOfImage(store, Bytes.ofHex("0102"), true)).contains(chart);
    assertThat(products.productsCounter(store)).isEqualTo(1);
    assertThat(products.stockOfAllCounter(store)).isEqualTo(3);
    assertThat(products.valueOfStockCounter(store)).isEqualTo(new BigDecimal("12.50"));
    assertThat(products.cheapestCounter(store)).contains(new BigDecimal("12.50"));
    assertThat(products.lastSoldOfTagCounter(store, "none")).isEmpty();
    Checks.requireClean(checked);
  }

  @Test
  void rows_withNulls_takeDefaultsAndHaveEmptySets() {
    write(
        tx ->
            products.put(
                tx,
                new Product(
                    "map", "A map", 0, null, 0, null, false, null, null, null, null, null, null,
                    null, null, null, null, null, null)));
    Product read = products.get(store, "map").orElseThrow();
    assertThat(read.country()).isEqualTo("é");
    assertThat(read.rank()).isNull();
    assertThat(read.tags()).isEmpty();
    assertThat(read.sizes()).isEmpty();
  }

  @Test
  void rows_changedAndDeleted_asTheTransactionDoes() {
    write(tx -> products.insert(tx, product("chart", "A chart", "lv")));
    write(
        tx -> {
          assertThat(products.update(tx, product("chart", "Another", "lv"))).isTrue();
          assertThat(products.update(tx, product("none", "None", "lv"))).isFalse();
        });
    assertThatThrownBy(() -> write(tx -> products.insert(tx, product("second", "Another", "ee"))))
        .isInstanceOf(DuplicateValueException.class);
    write(tx -> assertThat(products.delete(tx, "chart")).isTrue());
    assertThat(products.get(store, "chart")).isEmpty();
  }

  @Test
  void numbers_areAddedToWithinTheirBounds() {
    write(tx -> products.insert(tx, product("chart", "A chart", "lv")));
    write(
        tx -> {
          assertThat(products.addToStock(tx, "chart", -3)).hasValue(0);
          assertThat(products.addToViews(tx, "chart", 2)).hasValue(7);
          assertThat(products.addToPrice(tx, "chart", new BigDecimal("0.50")))
              .contains(new BigDecimal("13.00"));
          assertThat(products.addToStock(tx, "none", 1)).isEmpty();
        });
    assertThatThrownBy(() -> write(tx -> products.addToStock(tx, "chart", -1)))
        .isInstanceOf(OutOfBoundsException.class);
    assertThat(products.get(store, "chart").orElseThrow().stock()).isZero();
  }

  @Test
  void items_areReadAndWrittenByTypedKeys() {
    Product.ReviewsItem early =
        new Product.ReviewsItem(NOON, 1, "Good", 4, null, Set.of("verified"));
    Product.ReviewsItem late = new Product.ReviewsItem(NOON.plusSeconds(1), 1, null, 1, 9L, null);
    write(
        tx -> {
          products.reviews().put(tx, "chart", early);
          products.reviews().insert(tx, "chart", late);
        });
    assertThatThrownBy(() -> write(tx -> products.reviews().insert(tx, "chart", late)))
        .isInstanceOf(ItemExistsException.class);
    Product.ReviewsItem last =
        new Product.ReviewsItem(NOON.plusSeconds(2), 1, "Best", 5, null, null);
    write(tx -> products.reviews().add(tx, "chart", last));
    write(tx -> products.reviews().delete(tx, "chart", last.written(), 1));
    assertThat(products.reviews().get(store, "chart", NOON, 1).orElseThrow().votes()).isZero();
    assertThat(products.reviews().page(store, "chart", FIRST).entries())
        .extracting(Product.ReviewsItem::stars)
        .containsExactly(1, 4);
    write(tx -> products.reviews().delete(tx, "chart", NOON, 1));
    assertThat(products.reviewsWrittenCounter(store)).isEqualTo(1);
  }

  @Test
  void keys_ofEveryType_findTheirRows() {
    PlaceRows places = new PlaceRows(store);
    BigDecimal height = new BigDecimal("1.25");
    Bytes code = Bytes.ofHex("0a");
    Place place =
        new Place(
            "Latvija", null, 5L, height, NOON, true, code, "Riga", Set.of("Rome of the North"));
    write(
        tx -> {
          places.insert(tx, place);
          places
              .visits()
              .insert(
                  tx, "LATVIJA", null, 5L, height, NOON, true, code, new Place.VisitsItem(NOON));
        });
    assertThat(places.get(store, "latvija", null, 5L, height, NOON, true, code)).contains(place);
    assertThat(places.placeOfName(store, "RĪGA")).contains(place);
    assertThat(
            places
                .visits()
                .page(store, "latvija", null, 5L, height, NOON, true, code, FIRST)
                .entries())
        .containsExactly(new Place.VisitsItem(NOON));
  }

  @Test
  void names_thatJavaDoesNotTake_areReadAndWritten() {
    ClassRows classes = new ClassRows(store);
    var row = new ClassRow(1L, "reader", 5, "getClass", "class", "class_", "entity", true);
    write(tx -> classes.put(tx, row));
    assertThat(classes.get(store, 1L, "reader")).contains(row);
    assertThat(store.get(ClassRows.ENTITY, ClassRows.key(1L, "reader"), Columns.ALL))
        .get()
        .satisfies(
            found -> {
              assertThat(found.text("class")).isEqualTo("class");
              assertThat(found.text("class_")).isEqualTo("class_");
              assertThat(found.text("get_class")).isEqualTo("getClass");
              assertThat(found.intValue("hash_code")).isEqualTo(5);
            });
    StringRows strings = new StringRows(store);
    StringRow string = new StringRow("t", "wait", "item", "paging", "record");
    write(
        tx -> {
          strings.put(tx, string);
          strings.getItems().put(tx, "t", new StringRow.GetItem("row", "key", "items"));
        });
    assertThat(strings.keyIndex(store, "paging", FIRST).entries()).containsExactly(string);
    assertThat(strings.getIndex(store, "item", FIRST).entries()).containsExactly(string);
    assertThat(strings.deleteIndex(store, FIRST).entries()).containsExactly(string);
    assertThat(strings.getItems().get(store, "t", "row", "key")).isPresent();
    Line_2Rows lines = new Line_2Rows(store);
    Line_2 line = new Line_2(1, 2, "b_c", "b__c", "bc", "d_");
    write(tx -> lines.put(tx, line));
    assertThat(lines.get(store, 1, 2)).contains(line);
    assertThat(lines.x_2Y(store, "b_c", FIRST).entries()).containsExactly(line);
    assertThat(lines.x2Y(store, "b__c", FIRST).entries()).containsExactly(line);
  }

  @Test
  void otherRows_areListedByTheirEntity() {
    write(tx -> products.put(tx, product("chart", "A chart", "lv")));
    LineItemsRows lines = new LineItemsRows(store);
    write(tx -> lines.insert(tx, new LineItems(1L, "chart")));
    assertThat(lines.lineItemOfItsNoteAndItsNumber(store, "chart", 1L)).isPresent();
    EventRows events = new EventRows(store);
    write(tx -> events.put(tx, new Event(NOON, "opened")));
    assertThat(events.entity().scanStored(store, FIRST).entries())
        .containsExactly(new Event(NOON, "opened"));
  }

  @Test
  void sequence_countsInItsPlace() {
    assertThat(SequenceRows.sequence("orders").key()).isEqualTo(Tuple.of("orders"));
    assertThat(store.sequence(SequenceRows.sequence("orders"), 10).next()).isEqualTo(1);
  }
}
