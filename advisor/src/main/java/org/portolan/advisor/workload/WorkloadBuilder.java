package org.portolan.advisor.workload;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.portolan.advisor.log.LogStatement;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NumberPlaces;
import org.portolan.advisor.sql.Template;
import org.portolan.advisor.sql.Templates;

/** Counts statements by their templates, in bounded memory. Not thread-safe. */
public final class WorkloadBuilder {
  /** The templates that are kept. An application has hundreds. */
  public static final int TEMPLATES_MAX = 20_000;

  private static final long TEMPLATES_CHARS_MAX = 32L << 20;
  private static final int EXAMPLES_MAX = 2;
  private static final int EXAMPLE_CHARS_MAX = 2_000;

  private record Identity(String text, String operation, Dialect dialect) {}

  private final Map<Identity, Tally> tallies = new LinkedHashMap<>();
  private final Map<Dialect, Templates> templates = new LinkedHashMap<>();
  private Set<String> tables = Set.of();
  private long chars;
  private long others;
  private double seconds;
  private long firstMillis = -1;
  private long lastMillis = -1;

  /** Sets the tables of the application: those of a catalogue may have the same names. */
  public void tables(Collection<String> names) {
    tables = names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(toUnmodifiableSet());
  }

  /** Returns what a statement is about. */
  public StatementKind kind(String statement, Dialect dialect) {
    Template template = template(Enclosed.in(statement, dialect), dialect);
    return kind(template, dialect);
  }

  private StatementKind kind(Template template, Dialect dialect) {
    return StatementKind.of(template.verb(), template.text(), dialect, tables);
  }

  private Template template(String statement, Dialect dialect) {
    return templates.computeIfAbsent(dialect, Templates::new).of(statement);
  }

  /** Counts a statement of a file. */
  public void add(LogStatement logged, Dialect dialect, String file) {
    LogStatement statement = logged.with(Enclosed.in(logged.text(), dialect));
    Template template = template(statement.text(), dialect);
    if (template.text().isEmpty()) {
      return; // Only a comment.
    }
    clock(statement.epochMillis());
    Identity identity = new Identity(template.text(), template.operation(), dialect);
    Tally tally = tallies.get(identity);
    if (tally == null) {
      chars += template.text().length();
      if (tallies.size() >= TEMPLATES_MAX || chars > TEMPLATES_CHARS_MAX) {
        others += statement.times();
        return;
      }
      tally = new Tally(kind(template, dialect));
      tallies.put(identity, tally);
    }
    tally.add(statement, template.numbers(), file);
  }

  private void clock(long millis) {
    if (millis >= 0) {
      firstMillis = firstMillis < 0 ? millis : Math.min(firstMillis, millis);
      lastMillis = Math.max(lastMillis, millis);
    }
  }

  /** Ends a file: the time to the next one is not the time of the workload. */
  public void endOfFile() {
    seconds += (lastMillis - firstMillis) / 1000.0;
    firstMillis = -1;
    lastMillis = -1;
  }

  /** Returns the workload so far. */
  public Workload workload() {
    List<StatementTemplate> all = new ArrayList<>();
    tallies.forEach((identity, tally) -> all.add(tally.template(identity)));
    all.sort(
        Comparator.comparingLong(StatementTemplate::count)
            .reversed()
            .thenComparing(StatementTemplate::text)
            .thenComparing(StatementTemplate::operation)
            .thenComparing(StatementTemplate::dialect));
    return new Workload(all, others, seconds);
  }

  /** The sums of one template. */
  private static final class Tally {
    private final StatementKind kind;
    private final List<StatementTemplate.Example> examples = new ArrayList<>();
    private long count;
    private long timed;
    private double seconds;
    private double secondsMax;
    private long rowsSent = -1;
    private long rowsExamined = -1;
    private NumberPlaces numbers;

    Tally(StatementKind kind) {
      this.kind = kind;
    }

    void add(LogStatement statement, NumberPlaces places, String file) {
      numbers = numbers == null ? places : numbers.and(places);
      count += statement.times();
      if (statement.seconds() >= 0) {
        timed += statement.times();
        seconds += statement.seconds() * statement.times();
        secondsMax = Math.max(secondsMax, statement.secondsMax());
      }
      if (statement.rowsSent() >= 0) {
        rowsSent = Math.max(0, rowsSent) + statement.rowsSent();
      }
      if (statement.rowsExamined() >= 0) {
        rowsExamined = Math.max(0, rowsExamined) + statement.rowsExamined();
      }
      if (examples.size() < EXAMPLES_MAX) {
        String text = statement.text();
        boolean whole = text.length() <= EXAMPLE_CHARS_MAX && !statement.cut();
        String kept = whole ? text : text.substring(0, Math.min(text.length(), EXAMPLE_CHARS_MAX));
        examples.add(new StatementTemplate.Example(kept, whole, file, statement.line()));
      }
    }

    StatementTemplate template(Identity identity) {
      return new StatementTemplate(
          identity.text(),
          identity.operation(),
          kind,
          identity.dialect(),
          count,
          timed,
          seconds,
          secondsMax,
          known(rowsSent),
          known(rowsExamined),
          numbers == null ? NumberPlaces.NONE : numbers,
          examples);
    }

    private static OptionalLong known(long value) {
      return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
  }
}
