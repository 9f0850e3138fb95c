package org.portolan.data.internal.schema;

import java.util.Arrays;
import java.util.List;
import org.portolan.types.Bytes;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/**
 * The form of a member in the list of an index object. A single ascending scalar is stored as its
 * own value, so that the engine's tools show it. Any other member is stored as the bytes of its
 * key, which have the same order, followed by the originals of collated columns. Immutable.
 */
public final class MemberForm implements ElementForm {
  private final ScalarType plainType;
  private final KeyCodec keyCodec;
  private final RowCodec originalCodec;

  private MemberForm(ScalarType plainType, KeyCodec keyCodec, RowCodec originalCodec) {
    this.plainType = plainType;
    this.keyCodec = keyCodec;
    this.originalCodec = originalCodec;
  }

  static MemberForm of(List<KeyColumn> columns, KeyCodec keyCodec, List<Column> originals) {
    KeyColumn first = columns.get(0);
    boolean plain =
        columns.size() == 1
            && originals.isEmpty()
            && !first.nullable()
            && first.direction() == KeyColumn.Direction.ASCENDING;
    return new MemberForm(
        plain ? first.type() : null,
        keyCodec,
        originals.isEmpty() ? null : new RowCodec(originals));
  }

  @Override
  public ScalarType elementType() {
    return plainType == null ? ScalarType.BYTES : plainType;
  }

  @Override
  public int compare(Object left, Object right) {
    return Values.compare(elementType(), left, right);
  }

  public Object element(Tuple member, List<Object> originals) {
    if (plainType != null) {
      return member.get(0);
    }
    byte[] key = keyCodec.encode(member);
    if (originalCodec == null) {
      return Bytes.wrap(key);
    }
    byte[] values = originalCodec.encode(originals);
    byte[] packed = Arrays.copyOf(key, key.length + values.length);
    System.arraycopy(values, 0, packed, key.length, values.length);
    return Bytes.wrap(packed);
  }

  @Override
  public Bytes orderKey(Object element) {
    return plainType == null ? (Bytes) element : Bytes.wrap(keyCodec.encode(Tuple.of(element)));
  }

  @Override
  public Object fence(Object element) {
    return element;
  }

  @Override
  public Bytes position(Tuple leading) {
    return Bytes.wrap(keyCodec.encodePrefix(leading));
  }

  public Tuple member(Object element) {
    return plainType != null
        ? Tuple.of(element)
        : keyCodec.decodeAt(((Bytes) element).unsafeArray(), 0).key();
  }

  public List<Object> originals(Object element) {
    if (originalCodec == null) {
      return List.of();
    }
    byte[] packed = ((Bytes) element).unsafeArray();
    int end = keyCodec.decodeAt(packed, 0).end();
    return Arrays.asList(originalCodec.decode(Arrays.copyOfRange(packed, end, packed.length)));
  }
}
