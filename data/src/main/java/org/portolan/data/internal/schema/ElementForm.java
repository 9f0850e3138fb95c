package org.portolan.data.internal.schema;

import org.portolan.types.Bytes;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The form in which a tree stores its elements. Immutable. */
public sealed interface ElementForm permits MemberForm, ItemForm {

  /** Returns the type of the elements and of fences. */
  ScalarType elementType();

  /**
   * Compares two elements, or an element and a fence, in the order of the tree; 0 if they are the
   * same element. Of a tree of items, a fence stands for the element with its key.
   */
  int compare(Object left, Object right);

  /**
   * Returns bytes whose unsigned order is the order of the elements, of an element or a fence. They
   * begin with the encoding of the element's key.
   */
  Bytes orderKey(Object element);

  /** Returns the fence that separates an element from the elements before it. */
  Object fence(Object element);

  /** Returns the place of keys with these leading columns: the beginning of their order keys. */
  Bytes position(Tuple leading);
}
