package org.portolan.wikitext.expand;

import java.util.Arrays;
import org.portolan.wikitext.expand.Node.Argument;
import org.portolan.wikitext.expand.Node.Call;
import org.portolan.wikitext.expand.Node.Part;
import org.portolan.wikitext.expand.Node.Sequence;
import org.portolan.wikitext.expand.Node.Text;

/**
 * The nodes that a parse has found so far, and those of the separators (pipes and equals signs)
 * that still may matter. Texts are pairs of positions until they are known to be final.
 */
final class Nodes {
  private static final int BYTES_PER_NODE = 64;
  private static final Part[] NO_PARTS = {};

  private final String text;
  private int[] starts = new int[64];
  private int[] ends = new int[64];

  /** Null for a text. */
  private Node[] nodes = new Node[64];

  private int size;

  /** Twice the index of a separator's node, plus one for an equals sign. */
  private int[] separators = new int[32];

  private int separatorCount;
  private int weight = BYTES_PER_NODE;

  Nodes(String text) {
    this.text = text;
  }

  /** Returns the index of the new node, or -1 if the text is empty. */
  int addText(int from, int to) {
    return from >= to ? -1 : append(from, to, null);
  }

  void add(Node node, int sourceChars) {
    weight += BYTES_PER_NODE + 2 * sourceChars;
    // An impossible place, so that no text is joined with this node.
    append(-1, -2, node);
  }

  void addSeparator(int at, boolean equals) {
    if (separatorCount == separators.length) {
      separators = Arrays.copyOf(separators, 2 * separatorCount);
    }
    separators[separatorCount++] = 2 * addText(at, at + 1) + (equals ? 1 : 0);
  }

  /**
   * Replaces all nodes after {@code opening} by one, and takes the last {@code chars} characters
   * from the opening.
   */
  void reduce(int opening, boolean argument, boolean lineStart, int chars) {
    int first = separatorCount;
    while (first > 0 && separators[first - 1] >> 1 > opening) {
      first--;
    }
    int nameEnd = first < separatorCount ? separators[first] >> 1 : size;
    var name = slice(opening + 1, nameEnd);
    var parts = first < separatorCount ? parts(first) : NO_PARTS;
    separatorCount = first;
    ends[opening] -= chars;
    int keep = ends[opening] == starts[opening] ? opening : opening + 1;
    Arrays.fill(nodes, keep, size, null);
    size = keep;
    add(argument ? new Argument(name, parts) : new Call(name, parts, lineStart), 0);
  }

  private Part[] parts(int first) {
    int count = 0;
    for (int i = first; i < separatorCount; i++) {
      count += (separators[i] & 1) == 0 ? 1 : 0;
    }
    weight += count * BYTES_PER_NODE;
    var parts = new Part[count];
    int filled = 0;
    for (int i = first; i < separatorCount; i++) {
      int from = (separators[i] >> 1) + 1;
      Node name = null;
      if (i + 1 < separatorCount && (separators[i + 1] & 1) == 1) {
        i++;
        name = slice(from, separators[i] >> 1);
        from = (separators[i] >> 1) + 1;
      }
      int to = i + 1 < separatorCount ? separators[i + 1] >> 1 : size;
      parts[filled++] = new Part(name, slice(from, to));
    }
    return parts;
  }

  ParsedText result() {
    var root = slice(0, size);
    return new ParsedText(root, weight);
  }

  /** Returns nodes as one; texts that touch become one text. */
  private Node slice(int from, int to) {
    if (from >= to) {
      return Node.EMPTY;
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      count += joins(i, from) ? 0 : 1;
    }
    if (count == 1) {
      return nodes[from] != null ? nodes[from] : text(starts[from], ends[to - 1]);
    }
    var result = new Node[count];
    int filled = 0;
    for (int i = from; i < to; ) {
      int next = i + 1;
      while (next < to && joins(next, from)) {
        next++;
      }
      result[filled++] = nodes[i] != null ? nodes[i] : text(starts[i], ends[next - 1]);
      i = next;
    }
    return new Sequence(result);
  }

  private boolean joins(int index, int from) {
    return index > from
        && nodes[index] == null
        && nodes[index - 1] == null
        && ends[index - 1] == starts[index];
  }

  private Text text(int from, int to) {
    weight += BYTES_PER_NODE + to - from;
    return new Text(text.substring(from, to));
  }

  private int append(int start, int end, Node node) {
    if (size == nodes.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      nodes = Arrays.copyOf(nodes, 2 * size);
    }
    starts[size] = start;
    ends[size] = end;
    nodes[size] = node;
    return size++;
  }
}
