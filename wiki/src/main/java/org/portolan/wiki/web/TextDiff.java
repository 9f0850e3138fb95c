package org.portolan.wiki.web;

import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The difference of two texts by lines, with the changed words of lines that correspond. Myers 1986
 * in linear space, after the common beginning and end are set aside; texts that still differ in
 * more than {@value #LINES_MAX} lines are shown as replaced altogether. Texts of very many lines
 * are not even divided into lines: each is one row. So time and memory are bounded for any two
 * texts.
 */
record TextDiff(List<Row> rows, boolean same, boolean coarse) {
  static final int LINES_MAX = 4_000;
  private static final int WORDS_MAX = 400;

  /** If both texts together have more lines, the differing part of each text is one row. */
  static final int LINES_DIVIDED_MAX = 40_000;

  /** How many pairs of words all lines together may compare; further lines change as wholes. */
  private static final long WORD_PAIRS_MAX = 20_000_000;

  private static final int CONTEXT_LINES = 3;
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{N}\\p{M}]+|\\s+|.", Pattern.DOTALL);

  enum Kind {
    SAME,
    REMOVED,
    ADDED,
    /** Unchanged lines that are left out. */
    GAP
  }

  /** A part of a line, changed or not. */
  record Span(String text, boolean changed) {}

  /**
   * A line of the difference.
   *
   * @param oldLine its number in the old text, 0 if it is not there; for a gap, the number of lines
   *     left out
   * @param newLine its number in the new text, 0 if it is not there
   */
  record Row(Kind kind, int oldLine, int newLine, List<Span> spans) {}

  private record Change(int oldStart, int oldEnd, int newStart, int newEnd) {}

  static TextDiff between(String oldText, String newText) {
    if (newlines(oldText) + newlines(newText) > LINES_DIVIDED_MAX) {
      return undivided(oldText, newText);
    }
    List<String> oldLines = lines(oldText);
    List<String> newLines = lines(newText);
    int shorter = Math.min(oldLines.size(), newLines.size());
    int head = 0;
    while (head < shorter && oldLines.get(head).equals(newLines.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < shorter - head
        && oldLines
            .get(oldLines.size() - 1 - tail)
            .equals(newLines.get(newLines.size() - 1 - tail))) {
      tail++;
    }
    List<String> oldMiddle = oldLines.subList(head, oldLines.size() - tail);
    List<String> newMiddle = newLines.subList(head, newLines.size() - tail);
    boolean coarse = oldMiddle.size() + newMiddle.size() > LINES_MAX;
    List<Change> changes =
        coarse
            ? List.of(new Change(head, head + oldMiddle.size(), head, head + newMiddle.size()))
            : changes(oldMiddle, newMiddle, head);
    return new TextDiff(rows(oldLines, newLines, changes), changes.isEmpty(), coarse);
  }

  private static long newlines(String text) {
    return text.chars().filter(each -> each == '\n').count();
  }

  private static TextDiff undivided(String before, String after) {
    if (before.equals(after)) {
      return new TextDiff(List.of(), true, false);
    }
    int head = Arrays.mismatch(before.toCharArray(), after.toCharArray());
    // The differing part begins with a line.
    head = before.lastIndexOf('\n', head - 1) + 1;
    int oldEnd = before.length();
    int newEnd = after.length();
    while (oldEnd > head
        && newEnd > head
        && before.charAt(oldEnd - 1) == after.charAt(newEnd - 1)) {
      oldEnd--;
      newEnd--;
    }
    int lineEnd = before.indexOf('\n', oldEnd);
    int kept = lineEnd < 0 ? 0 : before.length() - lineEnd;
    List<Row> rows = new ArrayList<>();
    int line = (int) newlines(before.substring(0, head)) + 1;
    addGap(rows, line - 1);
    // Both parts have a line at least, which may be empty.
    rows.add(new Row(Kind.REMOVED, line, 0, whole(before.substring(head, before.length() - kept))));
    rows.add(new Row(Kind.ADDED, 0, line, whole(after.substring(head, after.length() - kept))));
    addGap(rows, (int) newlines(before.substring(before.length() - kept)));
    return new TextDiff(rows, false, true);
  }

  private static void addGap(List<Row> rows, int lines) {
    if (lines > 0) {
      rows.add(new Row(Kind.GAP, lines, 0, List.of()));
    }
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
  }

  /** Returns the changes; the algorithm reports a replacement as a removal beside an addition. */
  private static List<Change> changes(List<String> before, List<String> after, int offset) {
    var changes = new ArrayList<Change>();
    for (var each : new MyersDiffWithLinearSpace<String>().computeDiff(before, after, null)) {
      int oldStart = each.startOriginal + offset;
      int newStart = each.startRevised + offset;
      if (!changes.isEmpty()) {
        Change last = changes.get(changes.size() - 1);
        if (last.oldEnd() == oldStart && last.newEnd() == newStart) {
          changes.remove(changes.size() - 1);
          oldStart = last.oldStart();
          newStart = last.newStart();
        }
      }
      changes.add(
          new Change(oldStart, each.endOriginal + offset, newStart, each.endRevised + offset));
    }
    return changes;
  }

  private static List<Row> rows(List<String> before, List<String> after, List<Change> changes) {
    var rows = new ArrayList<Row>();
    var wordPairs = new long[1];
    int oldLine = 0;
    int newLine = 0;
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      addSame(rows, before, oldLine, newLine, change.oldStart() - oldLine, i > 0, true);
      addChange(rows, before, after, change, wordPairs);
      oldLine = change.oldEnd();
      newLine = change.newEnd();
    }
    if (!changes.isEmpty()) {
      addSame(rows, before, oldLine, newLine, before.size() - oldLine, true, false);
    }
    return rows;
  }

  private static void addSame(
      List<Row> rows,
      List<String> lines,
      int oldStart,
      int newStart,
      int count,
      boolean afterChange,
      boolean beforeChange) {
    int head = afterChange ? CONTEXT_LINES : 0;
    int tail = beforeChange ? CONTEXT_LINES : 0;
    for (int i = 0; i < count; i++) {
      if (i == head && count > head + tail + 1) {
        int left = count - head - tail;
        rows.add(new Row(Kind.GAP, left, 0, List.of()));
        i += left - 1;
        continue;
      }
      rows.add(
          new Row(
              Kind.SAME,
              oldStart + i + 1,
              newStart + i + 1,
              List.of(new Span(lines.get(oldStart + i), false))));
    }
  }

  private static void addChange(
      List<Row> rows, List<String> before, List<String> after, Change change, long[] wordPairs) {
    int removed = change.oldEnd() - change.oldStart();
    int added = change.newEnd() - change.newStart();
    boolean paired = removed == added && removed <= LINES_MAX / 10;
    var additions = new ArrayList<Row>();
    for (int i = 0; i < Math.max(removed, added); i++) {
      List<Span> oldSpans = i < removed ? whole(before.get(change.oldStart() + i)) : List.of();
      List<Span> newSpans = i < added ? whole(after.get(change.newStart() + i)) : List.of();
      if (paired) {
        String oldLine = before.get(change.oldStart() + i);
        String newLine = after.get(change.newStart() + i);
        List<String> oldWords = words(oldLine);
        List<String> newWords = words(newLine);
        long pairs = (long) oldWords.size() * newWords.size();
        if (oldWords.size() <= WORDS_MAX
            && newWords.size() <= WORDS_MAX
            && wordPairs[0] + pairs <= WORD_PAIRS_MAX) {
          wordPairs[0] += pairs;
          List<Change> words = changes(oldWords, newWords, 0);
          oldSpans = spans(oldWords, words, true);
          newSpans = spans(newWords, words, false);
        }
      }
      if (i < removed) {
        rows.add(new Row(Kind.REMOVED, change.oldStart() + i + 1, 0, oldSpans));
      }
      if (i < added) {
        additions.add(new Row(Kind.ADDED, 0, change.newStart() + i + 1, newSpans));
      }
    }
    rows.addAll(additions);
  }

  private static List<Span> whole(String line) {
    return List.of(new Span(line, true));
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(word.group());
    }
    return words;
  }

  private static List<Span> spans(List<String> words, List<Change> changes, boolean old) {
    var spans = new ArrayList<Span>();
    int at = 0;
    for (Change each : changes) {
      int start = old ? each.oldStart() : each.newStart();
      int end = old ? each.oldEnd() : each.newEnd();
      add(spans, words, at, start, false);
      add(spans, words, start, end, true);
      at = end;
    }
    add(spans, words, at, words.size(), false);
    return spans;
  }

  private static void add(
      List<Span> spans, List<String> words, int start, int end, boolean changed) {
    if (start < end) {
      spans.add(new Span(String.join("", words.subList(start, end)), changed));
    }
  }
}
