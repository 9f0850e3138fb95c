package org.portolan.types;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * A list of texts or bytes that a row holds, still in its encoding ({@link RowCodec}): an element
 * is decoded each time it is asked for, and a changed list is made without decoding the others. All
 * elements were verified when the list was read. Immutable and thread-safe.
 */
public final class EncodedList extends AbstractList<Object> implements RandomAccess {
  private final ScalarType element;

  /** The elements, each of them its length (varint) and its content. */
  private final byte[] content;

  /** Where each element ends in {@link #content}. */
  private final int[] ends;

  private EncodedList(ScalarType element, byte[] content, int[] ends) {
    this.element = element;
    this.content = content;
    this.ends = ends;
  }

  /** Whether values of a type are kept in this form: lists whose elements have ordered bytes. */
  static boolean takes(CollectionType type) {
    ScalarType.Kind kind = type.element().kind();
    return type.kind() == CollectionType.Kind.LIST
        && (kind == ScalarType.Kind.TEXT || kind == ScalarType.Kind.BYTES);
  }

  /**
   * Reads and verifies {@code count} elements.
   *
   * @return an encoded list, or a plain one if a length takes more bytes than it needs: an encoded
   *     list is written as it was read, and equal rows must have equal encodings
   * @throws IllegalArgumentException if the bytes are damaged
   */
  static List<Object> read(ByteReader in, ScalarType element, int count) {
    boolean text = element.kind() == ScalarType.Kind.TEXT;
    byte[] source = in.source();
    int begin = in.position();
    int shortest = 0;
    int[] ends = new int[count];
    for (int index = 0; index < count; index++) {
      int length = in.readLength();
      int start = in.skip(length);
      if (text && !Utf8.isWellFormed(source, start, length)) {
        throw new IllegalArgumentException("the text is not UTF-8");
      }
      shortest += ByteWriter.varintWidth(length) + length;
      ends[index] = in.position() - begin;
    }
    int end = in.position();
    EncodedList list = new EncodedList(element, Arrays.copyOfRange(source, begin, end), ends);
    return shortest == end - begin ? list : new ImmutableValues(list.toArray());
  }

  /** Whether this is a value of a column of the type. */
  boolean isOf(ColumnType type) {
    return type instanceof CollectionType collection
        && collection.kind() == CollectionType.Kind.LIST
        && collection.element().equals(element);
  }

  /** Writes the number of elements and the elements, and their length in front of both. */
  void write(ByteWriter out) {
    out.writeVarint(ByteWriter.varintWidth(ends.length) + (long) content.length);
    out.writeVarint(ends.length);
    out.writeBytes(content, content.length);
  }

  /** Returns the number of bytes that {@link #write} takes. */
  long encodedLength() {
    long length = ByteWriter.varintWidth(ends.length) + (long) content.length;
    return ByteWriter.varintWidth(length) + length;
  }

  @Override
  public int size() {
    return ends.length;
  }

  @Override
  public Object get(int index) {
    int start = start(index);
    int length = ends[index] - start;
    return element.kind() == ScalarType.Kind.TEXT
        ? Utf8.decode(content, start, length)
        : Bytes.wrap(Arrays.copyOfRange(content, start, ends[index]));
  }

  /** Returns where the content of an element begins, behind its length. */
  private int start(int index) {
    return behindLength(content, index == 0 ? 0 : ends[index - 1]);
  }

  private static int behindLength(byte[] bytes, int position) {
    int last = position;
    while (bytes[last] < 0) {
      last++;
    }
    return last + 1;
  }

  /**
   * Returns the union of this list and some additions, without those removals that are not also
   * additions. All three must ascend in the order of {@link Values#compare}, without repetitions.
   * Takes the time to copy the list, and to look up each change.
   *
   * @throws IllegalArgumentException if an addition is no value of the type of the elements
   */
  public EncodedList changed(List<?> added, List<?> removed) {
    List<Edit> edits = edits(added, removed);
    if (edits.isEmpty()) {
      return this;
    }
    int size = ends.length;
    int length = content.length;
    for (Edit edit : edits) {
      size += edit.addition == null ? -1 : 1;
      length += edit.lengthChange();
    }
    byte[] newContent = new byte[length];
    int[] newEnds = new int[size];
    int from = 0;
    int to = 0;
    int position = 0;
    for (Edit edit : edits) {
      position = copy(from, edit.place, newContent, newEnds, to, position);
      to += edit.place - from;
      from = edit.place;
      if (edit.addition == null) {
        from++;
      } else {
        System.arraycopy(
            edit.addition.unsafeArray(), 0, newContent, position, edit.addition.length());
        position += edit.addition.length();
        newEnds[to++] = position;
      }
    }
    copy(from, ends.length, newContent, newEnds, to, position);
    return new EncodedList(element, newContent, newEnds);
  }

  /**
   * Copies elements to an element and a position of another list; returns the position of its end.
   */
  private int copy(int from, int until, byte[] newContent, int[] newEnds, int to, int position) {
    int begin = from == 0 ? 0 : ends[from - 1];
    int length = (until == 0 ? 0 : ends[until - 1]) - begin;
    System.arraycopy(content, begin, newContent, position, length);
    int shift = position - begin;
    for (int index = from; index < until; index++) {
      newEnds[to + index - from] = ends[index] + shift;
    }
    return position + length;
  }

  /**
   * A change at a place of the list.
   *
   * @param addition the encoded element to insert there; null to remove the element there
   */
  private record Edit(int place, Bytes addition, int lengthChange) {}

  /** Returns the changes that have an effect, by place. */
  private List<Edit> edits(List<?> added, List<?> removed) {
    List<Edit> edits = new ArrayList<>(added.size() + removed.size());
    int low = 0;
    int nextAdded = 0;
    int nextRemoved = 0;
    while (nextAdded < added.size() || nextRemoved < removed.size()) {
      int order =
          nextAdded == added.size()
              ? 1
              : nextRemoved == removed.size()
                  ? -1
                  : Values.compare(element, added.get(nextAdded), removed.get(nextRemoved));
      boolean adds = order <= 0;
      byte[] encoded = encode(adds ? added.get(nextAdded) : removed.get(nextRemoved));
      nextAdded += adds ? 1 : 0;
      nextRemoved += order >= 0 ? 1 : 0;
      int place = place(encoded, low);
      boolean listed = place >= 0;
      low = listed ? place : -place - 1;
      if (adds && !listed) {
        edits.add(new Edit(low, Bytes.wrap(encoded), encoded.length));
      } else if (!adds && listed) {
        edits.add(new Edit(low, null, low == 0 ? -ends[0] : ends[low - 1] - ends[low]));
      }
    }
    return edits;
  }

  private byte[] encode(Object value) {
    ByteWriter out = new ByteWriter((int) RowValueWriter.estimate(element, value));
    new RowValueWriter(out).write("element", element, value);
    return out.toArray();
  }

  /**
   * Returns the place of an encoded element from {@code low} on, or -place - 1 of where it would
   * be: the order of texts and of bytes is that of their unsigned bytes.
   */
  private int place(byte[] encoded, int low) {
    int start = behindLength(encoded, 0);
    int from = low;
    int until = ends.length;
    while (from < until) {
      int middle = (from + until) >>> 1;
      int order =
          Arrays.compareUnsigned(
              content, start(middle), ends[middle], encoded, start, encoded.length);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        from = middle + 1;
      } else {
        until = middle;
      }
    }
    return -from - 1;
  }
}
