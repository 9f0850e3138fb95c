package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.adapter.RowBuilder;

/**
 * Reads rows by key. Each row takes one query for all its columns, and one or few for each family
 * of items. The queries of all rows are sent at once, each to a replica of its row.
 */
final class RowReader {
  private final Function<String, TableHandle> tables;
  private final Statements statements;
  private final Requests requests;
  private final ConsistencyLevel level;

  RowReader(
      Function<String, TableHandle> tables,
      Statements statements,
      Requests requests,
      ConsistencyLevel level) {
    this.tables = tables;
    this.statements = statements;
    this.requests = requests;
    this.level = level;
  }

  /** The queries of one row; {@code start} is the position of the first one. */
  private record Plan(
      Get get,
      int keyBytes,
      int start,
      ColumnsRead columns,
      List<ItemsRead> items,
      List<Integer> counts) {}

  List<Row> read(List<Get> gets) {
    List<BoundStatement> queries = new ArrayList<>(gets.size());
    List<Plan> plans = new ArrayList<>(gets.size());
    for (Get get : gets) {
      plans.add(plan(get, queries));
    }
    if (plans.isEmpty()) {
      return List.of();
    }
    List<List<com.datastax.oss.driver.api.core.cql.Row>> answers =
        requests.readAll("read " + describe(gets), queries);
    List<Row> rows = new ArrayList<>(gets.size());
    for (Plan plan : plans) {
      rows.add(row(plan, answers));
    }
    return rows;
  }

  private static String describe(List<Get> gets) {
    return gets.size() == 1 ? "row " + gets.get(0).rowKey() : gets.size() + " rows";
  }

  private Plan plan(Get get, List<BoundStatement> queries) {
    TableHandle table = tables.apply(get.table());
    int keyBytes = table.check(get.key());
    int start = queries.size();
    ColumnsRead columns = ColumnsRead.of(table, get.families());
    if (!columns.isEmpty()) {
      CqlTable main = table.main();
      String cql =
          "SELECT "
              + columns.selection()
              + " FROM "
              + main.qualified()
              + " WHERE "
              + main.whereKey(main.key().size());
      queries.add(statements.read(cql, main.encode(get.key()), level));
    }
    List<ItemsRead> items = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (FamilyRead read : get.families()) {
      if (read instanceof FamilyRead.Items || read instanceof FamilyRead.ItemsByKey) {
        ItemsRead each = new ItemsRead(table.items(read.family()), get.key().size(), read);
        List<BoundStatement> own = each.queries(get.key(), statements, level);
        queries.addAll(own);
        items.add(each);
        counts.add(own.size());
      }
    }
    return new Plan(get, keyBytes, start, columns, items, counts);
  }

  private static Row row(Plan plan, List<List<com.datastax.oss.driver.api.core.cql.Row>> answers) {
    RowBuilder builder = new RowBuilder(plan.get.key());
    int position = plan.start;
    if (!plan.columns.isEmpty()) {
      var found = answers.get(position++);
      if (!found.isEmpty()) {
        plan.columns.into(builder, found.get(0), 0, plan.keyBytes);
      }
    }
    for (int index = 0; index < plan.items.size(); index++) {
      int end = position + plan.counts.get(index);
      plan.items.get(index).into(builder, answers.subList(position, end), plan.keyBytes);
      position = end;
    }
    return builder.build();
  }
}
