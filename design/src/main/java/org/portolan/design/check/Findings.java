package org.portolan.design.check;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.design.Problem;

/**
 * The problems found so far in one design, and the lines of its parts in the file. Not thread-safe.
 */
public final class Findings {
  /** More problems in one listing would not help. */
  static final int PROBLEMS_MAX = 1_000;

  private final Set<Problem> problems = new LinkedHashSet<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private final Set<String> unreadable = new HashSet<>();

  /** Remembers the line, from 1, of the part at {@code path}. */
  public void locate(String path, int line) {
    lines.putIfAbsent(path, line);
  }

  /**
   * Reports a problem at the line of the part, or of the nearest part around it. The same problem,
   * which a portable design has on several engines, is reported once.
   */
  public void add(String path, String wrong, String right) {
    add(lineOf(path), path, wrong, right);
  }

  public void add(int line, String path, String wrong, String right) {
    if (problems.size() < PROBLEMS_MAX) {
      problems.add(new Problem(line, path, wrong, right));
    }
  }

  /**
   * Reports a part that could not be read; the design has a stand-in for it, or nothing. Rules skip
   * that part, so that one mistake is reported once.
   */
  public void addUnreadable(String path, String wrong, String right) {
    add(path, wrong, right);
    markUnreadable(path);
  }

  /** Notes that a part could not be read, for a reason that is reported elsewhere. */
  public void markUnreadable(String path) {
    unreadable.add(path);
  }

  public boolean isUnreadable(String path) {
    return unreadable.contains(path);
  }

  public boolean isEmpty() {
    return problems.isEmpty();
  }

  /** Returns the problems in the order of their lines. */
  public List<Problem> problems() {
    return problems.stream().sorted(Comparator.comparingInt(Problem::line)).toList();
  }

  private int lineOf(String path) {
    String place = path;
    while (true) {
      Integer line = lines.get(place);
      if (line != null) {
        return line;
      }
      int dot = place.lastIndexOf('.');
      if (dot < 0) {
        return lines.getOrDefault("", 0);
      }
      place = place.substring(0, dot);
    }
  }
}
