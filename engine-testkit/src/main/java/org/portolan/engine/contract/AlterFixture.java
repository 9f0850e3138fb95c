package org.portolan.engine.contract;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Family;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * A table of notes that the contracts of alterations alter, and short names for reads and writes of
 * it.
 */
abstract class AlterFixture extends EngineFixture {
  static final String NOTES = "notes";
  static final ColumnFamily TEXTS = family("texts", "title text", "body text");
  static final ColumnFamily MORE_TEXTS =
      family("texts", "title text", "body text", "a_rank long", "note text", "tags set of text");
  static final ColumnFamily SIZES = family("sizes", "size long");

  static ColumnFamily family(String name, String... columns) {
    return new ColumnFamily(name, columns(columns));
  }

  static ItemFamily items(String name, String... columns) {
    return new ItemFamily(name, List.of(KeyColumn.of("at", ScalarType.LONG)), columns(columns));
  }

  static List<Column> columns(String... columns) {
    return Stream.of(columns)
        .map(each -> each.split(" ", 2))
        .map(each -> new Column(each[0], ColumnType.parse(each[1])))
        .toList();
  }

  static TableSchema notes(Family... families) {
    return TableSchema.of(NOTES, List.of(KeyColumn.of("id", ScalarType.LONG)), families);
  }

  static void put(Engine client, long id, String family, Object... values) {
    client.mutate(
        Mutation.of(NOTES, Tuple.of(id), new Change.PutColumns(family, Arrays.asList(values))),
        Durability.BUFFERED);
  }

  void put(long id, String family, Object... values) {
    put(engine, id, family, values);
  }

  static Row row(Reader reader, long id, FamilyRead... reads) {
    return reader.get(Get.of(NOTES, Tuple.of(id), reads));
  }

  static Optional<List<Object>> columnsOf(Reader reader, long id, String family) {
    return row(reader, id, FamilyRead.all(family)).family(family);
  }

  Optional<List<Object>> columnsOf(long id, String family) {
    return columnsOf(engine, id, family);
  }

  static Optional<List<Object>> values(Object... values) {
    return Optional.of(Arrays.asList(values));
  }

  static FamilyRead itemsOf(String family) {
    return new FamilyRead.Items(family, KeyRange.ALL, Integer.MAX_VALUE, false);
  }

  void putItem(long id, String family, long at, Object... values) {
    engine.mutate(
        Mutation.of(
            NOTES, Tuple.of(id), new Change.PutItem(family, Tuple.of(at), Arrays.asList(values))),
        Durability.BUFFERED);
  }

  List<List<Object>> itemValues(long id, String family) {
    return row(engine, id, itemsOf(family)).itemsOf(family).stream().map(Row.Item::values).toList();
  }
}
