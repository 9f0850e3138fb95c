package org.portolan.engine.rocksdb;

import org.portolan.engine.RowKey;

/** An encoded change of one of RocksDB's keys, or of all keys with a common beginning. */
final class Write {
  private static final byte[] NO_VALUE = {};

  /** The kind of change. */
  enum Kind {
    PUT,
    DELETE,
    /** A removal of all keys that begin with this one. */
    DELETE_PREFIX,
    /** An addition to a counter. */
    MERGE
  }

  private final Kind kind;
  private final FamilyHandle family;
  private final byte[] key;
  private final byte[] value;

  private Write(Kind kind, FamilyHandle family, byte[] key, byte[] value) {
    this.kind = kind;
    this.family = family;
    this.key = key;
    this.value = value;
  }

  static Write put(FamilyHandle family, byte[] key, byte[] value) {
    return new Write(Kind.PUT, family, key, value);
  }

  static Write delete(FamilyHandle family, byte[] key) {
    return new Write(Kind.DELETE, family, key, NO_VALUE);
  }

  static Write deletePrefix(FamilyHandle family, byte[] prefix) {
    return new Write(Kind.DELETE_PREFIX, family, prefix, NO_VALUE);
  }

  static Write merge(FamilyHandle family, byte[] key, byte[] operand) {
    return new Write(Kind.MERGE, family, key, operand);
  }

  Kind kind() {
    return kind;
  }

  FamilyHandle family() {
    return family;
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  int bytes() {
    return key.length + value.length;
  }

  Part part(RowKey row) {
    return new Part(family.handle(), key, row);
  }
}
