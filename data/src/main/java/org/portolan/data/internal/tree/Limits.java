package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.portolan.design.index.OrderedTree;
import org.portolan.types.Bytes;

/**
 * When a node is split or merged, and into which pieces: by its number of entries, and by their
 * size so that no node comes near the largest value of an engine.
 *
 * @param entriesMax the most entries of a node
 */
record Limits(int entriesMax) {
  private static final int BYTES_MAX = OrderedTree.NODE_BYTES_MAX;

  /** Returns whether a node must be split. */
  boolean isOverfull(List<?> entries) {
    return isOverfull(entries, bytes(entries));
  }

  /**
   * Returns whether a node must be split, for a caller that adds up the sizes of its entries
   * itself.
   *
   * @param bytes the sum of {@link #bytes(Object)} of the entries
   */
  boolean isOverfull(List<?> entries, long bytes) {
    return entries.size() > entriesMax
        || (entries.size() >= splitLeast(entries) && bytes > BYTES_MAX);
  }

  /** Returns whether a node should be merged with its neighbour. */
  boolean isUnderfull(List<?> entries) {
    return entries.size() < entriesMax / 4 && bytes(entries) < BYTES_MAX / 4;
  }

  /** Returns whether the entries of two neighbours fit into one node, with room to grow. */
  boolean fitTogether(List<?> entries) {
    return entries.size() <= entriesMax * 3 / 4
        && (entries.size() < splitLeast(entries) || bytes(entries) <= BYTES_MAX * 3 / 4);
  }

  /** Returns how many entries a node must have to be split by its size. */
  private static int splitLeast(List<?> entries) {
    // An item may be large. Fences are short, and inner nodes of few children make deep trees.
    return !entries.isEmpty() && entries.get(0) instanceof Draft.Child
        ? OrderedTree.SPLIT_LEAST
        : 2;
  }

  /** Splits the entries of an overfull node into two or more pieces. */
  <T> List<List<T>> split(List<T> entries, Growth growth) {
    int full = entriesMax - entriesMax / 8;
    return switch (growth) {
      case AT_END -> pieces(entries, full, BYTES_MAX - BYTES_MAX / 8);
      case AT_START -> {
        List<T> reversed = new ArrayList<>(entries);
        Collections.reverse(reversed);
        List<List<T>> pieces = pieces(reversed, full, BYTES_MAX - BYTES_MAX / 8);
        pieces.forEach(Collections::reverse);
        Collections.reverse(pieces);
        yield pieces;
      }
      case ANYWHERE -> {
        int roomy = entriesMax * 3 / 4;
        int number = Math.max(2, (entries.size() + roomy - 1) / roomy);
        yield pieces(entries, (entries.size() + number - 1) / number, BYTES_MAX * 3 / 4);
      }
    };
  }

  private static <T> List<List<T>> pieces(List<T> entries, int most, int bytesMost) {
    List<List<T>> pieces = new ArrayList<>();
    List<T> piece = new ArrayList<>();
    int pieceLeast = splitLeast(entries) / 2;
    long bytes = 0;
    for (T entry : entries) {
      int more = bytes(entry);
      if (piece.size() == most || (piece.size() >= pieceLeast && bytes + more > bytesMost)) {
        pieces.add(piece);
        piece = new ArrayList<>();
        bytes = 0;
      }
      piece.add(entry);
      bytes += more;
    }
    pieces.add(piece);
    return pieces;
  }

  static long bytes(List<?> entries) {
    long bytes = 0;
    for (Object entry : entries) {
      bytes += bytes(entry);
    }
    return bytes;
  }

  static int bytes(Object entry) {
    if (entry instanceof Draft.Child child) {
      return bytes(child.low()) + child.id().length();
    }
    if (entry instanceof Bytes bytes) {
      return bytes.length();
    }
    return entry instanceof String text ? utf8Length(text) : Long.BYTES;
  }

  private static int utf8Length(String text) {
    int length = text.length();
    for (int position = 0; position < text.length(); position++) {
      char unit = text.charAt(position);
      if (unit >= 0x80) {
        length += unit < 0x800 || Character.isSurrogate(unit) ? 1 : 2;
      }
    }
    return length;
  }
}
