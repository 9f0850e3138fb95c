package org.portolan.data.internal.schema;

import java.util.Arrays;
import java.util.List;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The form of an item in the list of an object or in the leaf of a tree: the bytes of its key,
 * which have the order of the keys, followed by its columns. Two items with the same key are the
 * same item. A key alone, without columns, is a fence. Immutable.
 */
public final class ItemForm implements ElementForm {
  private final KeyCodec keyCodec;
  private final RowCodec columnCodec;

  ItemForm(KeyCodec keyCodec, RowCodec columnCodec) {
    this.keyCodec = keyCodec;
    this.columnCodec = columnCodec;
  }

  @Override
  public ScalarType elementType() {
    return ScalarType.BYTES;
  }

  @Override
  public int compare(Object left, Object right) {
    byte[] leftBytes = ((Bytes) left).unsafeArray();
    byte[] rightBytes = ((Bytes) right).unsafeArray();
    int mismatch = Arrays.mismatch(leftBytes, rightBytes);
    // No encoded key begins another, so the keys are equal if one is equal up to its end.
    return mismatch < 0 || mismatch >= keyCodec.endOfKey(leftBytes, 0)
        ? 0
        : Arrays.compareUnsigned(leftBytes, rightBytes);
  }

  @Override
  public Bytes orderKey(Object element) {
    byte[] packed = ((Bytes) element).unsafeArray();
    int end = keyCodec.endOfKey(packed, 0);
    return end == packed.length ? (Bytes) element : Bytes.wrap(Arrays.copyOf(packed, end));
  }

  @Override
  public Object fence(Object element) {
    return orderKey(element);
  }

  @Override
  public Bytes position(Tuple leading) {
    return Bytes.wrap(keyCodec.encodePrefix(leading));
  }

  /** Returns the element of an item. */
  public Bytes element(Tuple itemKey, List<Object> stored) {
    byte[] key = keyCodec.encode(itemKey);
    byte[] values = columnCodec.encode(stored);
    byte[] packed = Arrays.copyOf(key, key.length + values.length);
    System.arraycopy(values, 0, packed, key.length, values.length);
    return Bytes.wrap(packed);
  }

  /** Returns the key of an element. */
  public Tuple key(Object element) {
    return keyCodec.decodeAt(((Bytes) element).unsafeArray(), 0).key();
  }

  /** Returns the columns of an element, in stored order. */
  public List<Object> stored(Object element) {
    byte[] packed = ((Bytes) element).unsafeArray();
    int end = keyCodec.endOfKey(packed, 0);
    return Arrays.asList(columnCodec.decode(Arrays.copyOfRange(packed, end, packed.length)));
  }
}
