package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the findings of studies into a text in Markdown, each table between two comments:
 *
 * <pre>{@code
 * <!-- findings: neves-scan, kruber-models.hashed-is-faster -->
 * <!-- end of findings -->
 * }</pre>
 *
 * <p>One study alone gets a table of all its claims, with date and duration. Otherwise the table
 * has the claims in the order of the comment: all of a study, or one, as {@code STUDY.CLAIM}.
 * Stateless.
 */
public final class FindingsBlocks {
  private static final Pattern BEGIN = Pattern.compile("<!-- findings: *(.*?) *-->");
  private static final String END = "<!-- end of findings -->";

  private FindingsBlocks() {}

  /**
   * A text with its tables.
   *
   * @param filled the number of tables that were written
   * @param missing the studies of tables that stay as they were, since their results are not given
   */
  public record Filled(String text, int filled, List<String> missing) {
    public Filled {
      missing = List.copyOf(missing);
    }
  }

  /**
   * Returns the text with the tables of these studies.
   *
   * @throws IllegalArgumentException if a comment lacks its end or names a claim that its study
   *     does not have; the message names the line
   */
  public static Filled filled(String text, List<StudyRecord> studies) {
    List<String> lines = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    int filled = 0;
    String[] given = text.split("\n", -1);
    for (int place = 0; place < given.length; place++) {
      lines.add(given[place]);
      Matcher begin = BEGIN.matcher(given[place].strip());
      if (!begin.matches()) {
        continue;
      }
      int end = place + 1;
      while (end < given.length && !given[end].strip().equals(END)) {
        if (BEGIN.matcher(given[end].strip()).matches()) {
          break;
        }
        end++;
      }
      if (end == given.length || !given[end].strip().equals(END)) {
        throw refused(place, "has no end; put '" + END + "' on a line after its table");
      }
      Optional<String> table = table(begin.group(1), place, studies, missing);
      if (table.isPresent()) {
        filled++;
        lines.addAll(List.of("", table.get().strip(), ""));
      } else {
        lines.addAll(List.of(given).subList(place + 1, end));
      }
      place = end - 1;
    }
    return new Filled(String.join("\n", lines), filled, missing.stream().distinct().toList());
  }

  /** Returns the table; none if the result of a study is not given. */
  private static Optional<String> table(
      String names, int place, List<StudyRecord> studies, List<String> missing) {
    List<FindingsTable.Found> found = new ArrayList<>();
    List<String> parts = List.of(names.split(" *, *"));
    boolean complete = true;
    for (String part : parts) {
      int dot = part.indexOf('.');
      String name = dot < 0 ? part : part.substring(0, dot);
      Optional<StudyRecord> study =
          studies.stream().filter(one -> one.study().equals(name)).findFirst();
      if (study.isEmpty()) {
        missing.add(name);
        complete = false;
      } else if (dot < 0 && parts.size() == 1) {
        return Optional.of(FindingsTable.ofOne(study.get()));
      } else {
        found.addAll(claims(study.get(), dot < 0 ? "" : part.substring(dot + 1), place));
      }
    }
    return complete ? Optional.of(FindingsTable.ofSeveral(found)) : Optional.empty();
  }

  private static List<FindingsTable.Found> claims(StudyRecord study, String claim, int place) {
    List<FindingsTable.Found> found =
        study.claims().stream()
            .filter(finding -> claim.isEmpty() || finding.claim().equals(claim))
            .map(finding -> new FindingsTable.Found(study, finding))
            .toList();
    if (found.isEmpty()) {
      throw refused(
          place,
          "names the claim '"
              + claim
              + "', which study "
              + study.study()
              + " does not have; it has "
              + String.join(", ", study.claims().stream().map(one -> one.claim()).toList()));
    }
    return found;
  }

  private static IllegalArgumentException refused(int place, String why) {
    return new IllegalArgumentException(
        "line " + (place + 1) + ": the comment with findings " + why);
  }
}
