package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.CounterDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.ExtremeDesign.End;
import org.portolan.design.index.IndexLayout;

/** Reads the counters of an entity: counts and sums, and least and greatest values. */
final class CounterReader {
  /** What people write who know other aggregates, and what it is here. */
  private static final Map<String, String> MEANT =
      Map.of(
          "min", "did you mean 'least'? ",
          "max", "did you mean 'greatest'? ",
          "minimum", "did you mean 'least'? ",
          "maximum", "did you mean 'greatest'? ",
          "lowest", "did you mean 'least'? ",
          "highest", "did you mean 'greatest'? ",
          "group-by", "did you mean 'by'? ");

  private final List<CounterDesign> counters = new ArrayList<>();
  private final List<ExtremeDesign> extremes = new ArrayList<>();

  /**
   * Reads all counters of an entity.
   *
   * @param value empty if it has none
   */
  static CounterReader read(Optional<Value> value) {
    CounterReader reader = new CounterReader();
    value
        .flatMap(found -> found.section("name the counters"))
        .ifPresent(section -> section.all().forEach(reader::readCounter));
    return reader;
  }

  List<CounterDesign> counters() {
    return counters;
  }

  List<ExtremeDesign> extremes() {
    return extremes;
  }

  private void readCounter(String name, Value value) {
    Optional<Section> found = value.section("give the counter a 'layout'");
    if (found.isEmpty()) {
      counters.add(new CounterDesign(name, Optional.empty(), 1, true));
      return;
    }
    Section counter = found.get();
    Optional<Value> least = counter.get("least");
    Optional<Value> greatest = counter.get("greatest");
    if (least.isPresent() && greatest.isPresent()) {
      greatest
          .get()
          .findings()
          .addUnreadable(
              greatest.get().path(),
              "a counter keeps the least or the greatest value",
              "remove one of them, and make a separate counter for it");
    }
    if (least.isPresent()) {
      readExtreme(name, End.LEAST, least.get(), counter);
    } else if (greatest.isPresent()) {
      readExtreme(name, End.GREATEST, greatest.get(), counter);
    } else {
      readNumber(name, counter);
    }
    counter.finish(MEANT);
  }

  private void readNumber(String name, Section counter) {
    Optional<String> counts =
        counter
            .get("counts")
            .flatMap(v -> v.text("name a collection, or leave 'counts' out to count rows"));
    Optional<String> where =
        counter
            .get("where")
            .flatMap(v -> v.text("name a column: the counter then counts rows that have it"));
    Optional<String> sums =
        counter
            .get("sums")
            .flatMap(v -> v.text("name a column: the counter then is the sum of its values"));
    refuse(
        counter,
        "by",
        "counts and sums have no groups",
        "remove 'by', or name a column under 'least' or 'greatest'");
    int shards =
        counter
            .require("layout", "use single or random(k)")
            .flatMap(LayoutReader::readShards)
            .orElse(1);
    boolean transactional =
        counter.get("transactional").flatMap(v -> v.bool("use true or false")).orElse(true);
    counters.add(new CounterDesign(name, counts, where, sums, shards, transactional));
  }

  private void readExtreme(String name, End end, Value column, Section counter) {
    Optional<String> compared =
        column.text("name a column: the counter then is its " + end.spelling() + " value");
    List<String> by =
        counter
            .get("by")
            .flatMap(v -> v.texts("list the columns that make the groups: [shop]"))
            .orElse(List.of());
    Optional<IndexLayout> layout = counter.get("layout").flatMap(LayoutReader::readExtremeLayout);
    String apart = "remove it, or make a separate counter";
    refuse(counter, "counts", "a least or greatest value counts nothing", apart);
    refuse(counter, "sums", "a least or greatest value adds up nothing", apart);
    refuse(counter, "where", "rows in which the column is null are left out anyway", apart);
    refuse(
        counter,
        "transactional",
        "a least or greatest value changes as an index does: on an engine with transactions, in"
            + " the transaction of the rows",
        "remove 'transactional'");
    extremes.add(new ExtremeDesign(name, end, compared.orElse(""), by, layout));
  }

  private static void refuse(Section counter, String key, String wrong, String right) {
    counter.get(key).ifPresent(value -> value.findings().addUnreadable(value.path(), wrong, right));
  }
}
