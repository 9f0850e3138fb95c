package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;

/**
 * A key column and the CQL column that holds it. CQL has no null in keys, so a nullable column is a
 * tuple of one value, which may be null and sorts null lowest. Cassandra refuses an empty partition
 * key. So if a text or bytes column is the whole partition key, an empty value is stored as a zero
 * byte, and a value that begins with a zero byte gets one more in front.
 *
 * @param name the CQL column's, not quoted
 * @param alone whether this is the only partition column
 */
record KeyPart(String name, KeyColumn column, boolean alone) {

  String type() {
    String plain = CqlTypes.spelling(column.type());
    return column.nullable() ? "frozen<tuple<" + plain + ">>" : plain;
  }

  String quoted() {
    return Names.quote(name);
  }

  boolean descending() {
    return column.direction() == Direction.DESCENDING;
  }

  private boolean escaped() {
    ScalarType.Kind kind = column.type().kind();
    return alone
        && !column.nullable()
        && (kind == ScalarType.Kind.TEXT || kind == ScalarType.Kind.BYTES);
  }

  ByteBuffer encode(Object value) {
    if (column.nullable()) {
      return CqlTypes.tuple(CqlTypes.encode(column.type(), value));
    }
    ByteBuffer plain = CqlTypes.encode(column.type(), value);
    if (escaped() && (!plain.hasRemaining() || plain.get(plain.position()) == 0)) {
      return ByteBuffer.allocate(plain.remaining() + 1).put((byte) 0).put(plain).flip();
    }
    return plain;
  }

  Object decode(ByteBuffer encoded) {
    ScalarType type = column.type();
    if (column.nullable()) {
      ByteBuffer content = CqlTypes.takeSized(encoded.duplicate());
      return content == null ? null : CqlTypes.decodeScalar(type, content);
    }
    if (escaped() && encoded.get(encoded.position()) == 0) {
      return CqlTypes.decodeScalar(
          type, encoded.slice(encoded.position() + 1, encoded.remaining() - 1));
    }
    return CqlTypes.decodeScalar(type, encoded);
  }
}
