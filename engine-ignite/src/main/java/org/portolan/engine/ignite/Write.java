package org.portolan.engine.ignite;

/** A write of a row part. */
sealed interface Write {
  record Put(Object value) implements Write {}

  record Delete() implements Write {}

  /** Adds to a counter whose value is unknown. */
  record Add(long delta) implements Write {}

  /** Returns the write that combines this one and then {@code next}. */
  default Write then(Write next) {
    if (!(next instanceof Add add)) {
      return next;
    }
    if (this instanceof Add before) {
      return new Add(before.delta + add.delta);
    }
    return this instanceof Put put ? new Put((Long) put.value + add.delta) : new Put(add.delta);
  }

  /**
   * Returns the value of the part after this write.
   *
   * @param before the value before, null for none
   */
  default Object applied(Object before) {
    if (this instanceof Put put) {
      return put.value;
    }
    if (this instanceof Add add) {
      return (before == null ? 0 : (Long) before) + add.delta;
    }
    return null;
  }
}
