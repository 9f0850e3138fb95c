package org.portolan.migrate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.migrate.sql.DeferrableKey;
import org.portolan.migrate.sql.JdbcTarget;

/**
 * The end of the way back, before {@link ReturnReferences}: rows that a key of the database does
 * not admit, which it did not check while they were inserted, are taken out again and rejected.
 */
final class ReturnKeys {
  private ReturnKeys() {}

  /** Takes the rows out, and returns for the name of each table how many. */
  static Map<String, Long> remove(JdbcTarget target, MigrationPlan plan, Rejects rejects) {
    Map<String, Long> removed = new HashMap<>();
    for (TablePlan table : plan.tables()) {
      ReturnColumns columns = new ReturnColumns(table, plan.mapping().zeroDatesAreNull());
      List<String> key = table.table().firstKey();
      for (DeferrableKey each : target.uncheckedKeys(table.table())) {
        long count =
            each.remove(
                columns.columns(),
                row ->
                    rejects.add(
                        table.name(),
                        key,
                        each.column(),
                        "another row is there by " + each.shown(),
                        columns.names(),
                        row));
        removed.merge(table.name(), count, Long::sum);
      }
    }
    return removed;
  }
}
