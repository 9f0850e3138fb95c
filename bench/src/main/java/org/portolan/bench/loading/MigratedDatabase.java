package org.portolan.bench.loading;

import java.nio.file.Path;
import java.util.List;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.design.TableMapping;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlTable;

/** The tables of a database that exists, by a design and a mapping in files. */
record MigratedDatabase(String url, Design design, Mapping mapping) implements MigratedRows {
  static MigratedDatabase of(String url, Path design, Path mapping) {
    Design read = DesignReader.read(design);
    return new MigratedDatabase(url, read, MappingReader.read(mapping, read));
  }

  @Override
  public long read(Source source) {
    long rows = 0;
    for (TableMapping each : mapping.tables()) {
      if (!(each instanceof TableMapping.Skipped)) {
        SqlTable table = source.table(each.table());
        rows +=
            source.read(
                new RowQuery(table, table.columns(), List.of(), List.of(), true),
                KeyRange.ALL,
                0,
                row -> {});
      }
    }
    return rows;
  }
}
