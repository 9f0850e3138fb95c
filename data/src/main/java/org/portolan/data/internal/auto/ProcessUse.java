package org.portolan.data.internal.auto;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;

/**
 * What a process has counted of the automatic indexes of a store since it opened it. As a text it
 * has some hundred bytes for each index. Immutable.
 *
 * @param id of the process, drawn when it opened the store
 * @param number rises with each text of the process
 */
record ProcessUse(long id, long number, Writes writes, Map<String, OfIndex> indexes) {
  /** More values than these are seldom hot; the text stays short. */
  static final int HOT_MAX = 8;

  /**
   * A frequent value, known by a hash, and its share of the changes.
   *
   * @param share a number of thousandths in the text
   */
  record Hot(int hash, double share) {}

  /**
   * The counts of an index.
   *
   * @param listed how many members a look found under the busiest values, on average; 0 for none
   * @param memberBytes the size of a member; 0 if it is not known
   */
  record OfIndex(Sums sums, List<Hot> hot, double listed, double memberBytes) {
    static final OfIndex NONE = new OfIndex(Sums.NONE, List.of(), 0, 0);

    OfIndex {
      hot = List.copyOf(hot);
    }
  }

  ProcessUse {
    indexes = Map.copyOf(indexes);
  }

  /** Returns the text: a line for the process, and one for each index. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(id).append(' ').append(number);
    text.append(' ').append(writes.count()).append(' ').append(writes.nanos());
    indexes.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> text.append('\n').append(line(each.getKey(), each.getValue())));
    return text.toString();
  }

  private static String line(String index, OfIndex of) {
    Sums sums = of.sums();
    StringJoiner line = new StringJoiner(" ");
    line.add(index);
    for (long number :
        new long[] {
          sums.reads(),
          sums.membersRead(),
          sums.changes(),
          sums.buckets(),
          sums.bucketMembers(),
          sums.conflicts(),
          sums.lostNanos(),
          Math.round(of.listed()),
          Math.round(of.memberBytes())
        }) {
      line.add(Long.toString(number));
    }
    of.hot().stream()
        .limit(HOT_MAX)
        .forEach(
            hot ->
                line.add(Integer.toHexString(hot.hash()) + ":" + Math.round(1000 * hot.share())));
    return line.toString();
  }

  /** Reads a text; empty if it is none, as one of a later release or of a process that left. */
  static Optional<ProcessUse> parse(String text) {
    try {
      List<String> lines = text.lines().toList();
      String[] head = lines.get(0).split(" ", -1);
      if (head.length != 4) {
        return Optional.empty();
      }
      Map<String, OfIndex> indexes = new LinkedHashMap<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] words = line.split(" ", -1);
        indexes.put(words[0], index(words));
      }
      return Optional.of(
          new ProcessUse(
              Long.parseLong(head[0]),
              Long.parseLong(head[1]),
              new Writes(Long.parseLong(head[2]), Long.parseLong(head[3])),
              indexes));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static OfIndex index(String... words) {
    long[] numbers = new long[9];
    for (int place = 0; place < numbers.length; place++) {
      numbers[place] = Long.parseLong(words[place + 1]);
    }
    List<Hot> hot = new ArrayList<>();
    for (int place = numbers.length + 1; place < words.length; place++) {
      String[] parts = words[place].split(":", -1);
      hot.add(new Hot(Integer.parseUnsignedInt(parts[0], 16), Integer.parseInt(parts[1]) / 1000.0));
    }
    Sums sums =
        new Sums(
            numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
    return new OfIndex(sums, hot, numbers[7], numbers[8]);
  }
}
