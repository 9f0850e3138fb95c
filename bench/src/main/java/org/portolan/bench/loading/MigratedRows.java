package org.portolan.bench.loading;

import org.portolan.design.Design;
import org.portolan.design.Mapping;
import org.portolan.migrate.sql.Source;

/** The rows of a database that nobody writes to, with the design and mapping of their migration. */
interface MigratedRows {
  String url();

  Design design();

  Mapping mapping();

  /** Reads all rows once, by one connection at a time, and drops them; returns their number. */
  long read(Source source);
}
