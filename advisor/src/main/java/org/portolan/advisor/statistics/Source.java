package org.portolan.advisor.statistics;

/** Where the statistics of a column come from. */
public enum Source {
  /** All rows were read. */
  ALL_ROWS,
  /** Some rows were read, spread over the table. */
  SAMPLE,
  /** The statistics that the database keeps for its own plans. */
  DATABASE
}
