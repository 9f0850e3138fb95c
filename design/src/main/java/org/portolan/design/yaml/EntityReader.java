package org.portolan.design.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.RowPartition;

/** Reads an entity and its parts. */
final class EntityReader {
  private EntityReader() {}

  /** Returns the entity, or a stand-in without a key if the value is none. */
  static EntityDesign read(String name, Value value) {
    Optional<Section> found = value.section("give the entity a 'key' and 'families'");
    if (found.isEmpty()) {
      return new EntityDesign(
          name, List.of(), new PlainKey(), Map.of(), List.of(), List.of(), List.of(), List.of());
    }
    Section entity = found.get();
    KeyReader.Key key =
        entity
            .require("key", "name the key's columns and their types: 'key: {id: long}'")
            .map(KeyReader::read)
            .orElse(KeyReader.Key.NONE);
    KeyLayout layout =
        entity
            .get("key-layout")
            .map(layoutValue -> KeyLayoutReader.read(layoutValue, key.columns()))
            .orElse(new PlainKey());
    RowPartition partition = PartitionReader.read(entity, key.columns());
    List<FamilyDesign> families =
        named(
            entity.require("families", "name at least one column family with its columns"),
            "name the column families",
            ColumnReader::family);
    List<CollectionDesign> collections =
        named(entity.get("collections"), "name the child collections", CollectionReader::read);
    var indexes = named(entity.get("indexes"), "name the indexes", IndexReader::readIndex);
    CounterReader counters = CounterReader.read(entity.get("counters"));
    var references = named(entity.get("references"), "name the references", ReferenceReader::read);
    var options = OptionsReader.read(entity);
    entity.finish();
    return new EntityDesign(
        name,
        key.columns(),
        layout,
        partition,
        key.padding(),
        families,
        collections,
        indexes,
        counters.counters(),
        counters.extremes(),
        references,
        options);
  }

  private static <T> List<T> named(
      Optional<Value> value, String right, BiFunction<String, Value, T> reader) {
    List<T> parts = new ArrayList<>();
    value
        .flatMap(found -> found.section(right))
        .ifPresent(
            section -> section.all().forEach((name, part) -> parts.add(reader.apply(name, part))));
    return parts;
  }
}
