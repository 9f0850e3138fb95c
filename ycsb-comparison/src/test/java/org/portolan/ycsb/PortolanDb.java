package org.portolan.ycsb;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.stream.IntStream;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/**
 * YCSB's binding to any engine of Portolan: YCSB's property {@code portolan.uri} names the store,
 * {@code portolan.durability} is {@code synced} (the default) or {@code buffered}. The table is the
 * one that Portolan's own workloads use. A family is written whole, so an update of some fields
 * reads the record first; let YCSB write all fields ({@code writeallfields=true}) to measure writes
 * alone. One store serves all of YCSB's threads.
 */
@SuppressWarnings({"NonApiType", "JdkObsolete"}) // YCSB's own signatures.
public final class PortolanDb extends DB {
  private static final int FIELDS = 10;
  private static final String FAMILY = "family";
  private static final List<String> NAMES =
      IntStream.range(0, FIELDS).mapToObj(field -> "field" + field).toList();
  private static final FamilyRead ALL = FamilyRead.all(FAMILY);

  private static final Object LOCK = new Object();
  private static Engine shared;
  private static int users;

  private Engine engine;
  private Durability durability;

  @Override
  public void init() {
    durability =
        Durability.valueOf(
            getProperties().getProperty("portolan.durability", "synced").toUpperCase(Locale.ROOT));
    synchronized (LOCK) {
      if (users++ == 0) {
        String uri = getProperties().getProperty("portolan.uri");
        shared = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
        List<Column> columns =
            NAMES.stream().map(name -> new Column(name, ScalarType.TEXT)).toList();
        String table = getProperties().getProperty("table", "usertable");
        List<Tuple> splits =
            IntStream.rangeClosed(2, 9).mapToObj(digit -> Tuple.of("user" + digit)).toList();
        shared.createTable(
            new TableSchema(
                table,
                List.of(KeyColumn.of("ycsb_key", ScalarType.TEXT)),
                1,
                List.of(new ColumnFamily(FAMILY, columns)),
                splits));
      }
      engine = shared;
    }
  }

  @Override
  public void cleanup() {
    synchronized (LOCK) {
      if (--users == 0) {
        shared.close();
        shared = null;
      }
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      Row row = engine.get(Get.of(table, Tuple.of(key), ALL));
      if (row.isEmpty()) {
        return Status.NOT_FOUND;
      }
      copy(row, fields, result);
      return Status.OK;
    } catch (EngineException e) {
      return failed("read", key, e);
    }
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try {
      KeyRange range = new KeyRange(Tuple.of(startKey), true, Tuple.EMPTY, true);
      while (true) {
        ScanPage page = engine.scan(Scan.of(table, range, count - result.size(), ALL));
        for (Row row : page.rows()) {
          HashMap<String, ByteIterator> values = new HashMap<>();
          copy(row, fields, values);
          result.add(values);
        }
        if (result.size() >= count || page.next().isEmpty()) {
          return Status.OK;
        }
        range = range.after(page.next().get());
      }
    } catch (EngineException e) {
      return failed("scan", startKey, e);
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    try {
      List<Object> all = null;
      if (values.size() < FIELDS) {
        Row row = engine.get(Get.of(table, Tuple.of(key), ALL));
        if (row.isEmpty()) {
          return Status.NOT_FOUND;
        }
        all = row.columns().get(FAMILY);
      }
      return put(table, key, values, all);
    } catch (EngineException e) {
      return failed("update", key, e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    try {
      return put(table, key, values, null);
    } catch (EngineException e) {
      return failed("insert", key, e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    try {
      engine.mutate(Mutation.of(table, Tuple.of(key), new Change.DeleteFamily(FAMILY)), durability);
      return Status.OK;
    } catch (EngineException e) {
      return failed("delete", key, e);
    }
  }

  private Status put(
      String table, String key, Map<String, ByteIterator> values, List<Object> before) {
    List<Object> all = new ArrayList<>(FIELDS);
    for (int field = 0; field < FIELDS; field++) {
      ByteIterator value = values.get(NAMES.get(field));
      Object kept = before == null ? null : before.get(field);
      all.add(value == null ? kept : value.toString());
    }
    engine.mutate(
        Mutation.of(table, Tuple.of(key), new Change.PutColumns(FAMILY, all)), durability);
    return Status.OK;
  }

  private static void copy(Row row, Set<String> fields, Map<String, ByteIterator> result) {
    List<Object> values = row.columns().get(FAMILY);
    for (int field = 0; field < FIELDS; field++) {
      String name = NAMES.get(field);
      if (values.get(field) != null && (fields == null || fields.contains(name))) {
        result.put(name, new StringByteIterator((String) values.get(field)));
      }
    }
  }

  private static Status failed(String operation, String key, EngineException cause) {
    System.err.println(operation + " of " + key + " failed: " + cause.getMessage());
    return Status.ERROR;
  }
}
