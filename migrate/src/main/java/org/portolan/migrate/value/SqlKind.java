package org.portolan.migrate.value;

/** What a column of a relational database holds, with the Java class in which we read it. */
public enum SqlKind {
  /** {@link Long}, or {@link java.math.BigDecimal} beyond its range. */
  WHOLE,
  /** {@link java.math.BigDecimal}. */
  DECIMAL,
  /** {@link Float}. */
  REAL,
  /** {@link Double}. */
  DOUBLE,
  /** {@link Boolean}. */
  BOOLEAN,
  /** A {@link String} of the digits 0 and 1. */
  BITS,
  /** {@link String}; also times of day, intervals, JSON, and every type that we know no better. */
  TEXT,
  /** A {@link String} of 36 characters. */
  UUID,
  /** {@link org.portolan.types.Bytes}. */
  BYTES,
  /** {@link java.time.LocalDate}. */
  DATE,
  /** {@link java.time.LocalDateTime}: a date with a time, without a zone. */
  TIMESTAMP,
  /** {@link java.time.Instant}. */
  MOMENT,
  /** A {@link java.util.List} of {@link String}: MySQL's SET. */
  WORDS,
  /** A {@link java.util.List}. */
  ARRAY,
  /** A {@link String}, from which the database cannot read the value again: H2's ROW. */
  ROW
}
