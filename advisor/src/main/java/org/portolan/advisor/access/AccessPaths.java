package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Select;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.MysqlForms;
import org.portolan.advisor.sql.NullOrder;
import org.portolan.advisor.sql.NumberPlaces;
import org.portolan.advisor.sql.QuotedNames;
import org.portolan.advisor.workload.StatementTemplate;

/**
 * Finds the access paths of templates in a schema. Parses each text once. Holds a thread until it
 * is closed. Not thread-safe.
 */
public final class AccessPaths implements AutoCloseable {
  private static final int THREADS_MAX = 4;

  /** Fewer templates are not worth a further thread. */
  private static final int TEMPLATES_OF_THREAD_MIN = 20;

  /** A statement with all rows of a table. */
  private static final String TABLE = "TABLE ";

  private final RelationalSchema schema;
  private final Function<Dialect, NullOrder> nulls;
  private final StatementParser parser = new StatementParser();
  private final Map<Identity, Result> results = new HashMap<>();
  private final Set<String> names = new HashSet<>();

  private record Identity(String text, Dialect dialect, NumberPlaces numbers) {}

  /**
   * @param nulls where the databases of statements have nulls; is called by several threads
   */
  public AccessPaths(RelationalSchema schema, Function<Dialect, NullOrder> nulls) {
    this.schema = schema;
    this.nulls = nulls;
  }

  /**
   * The access path of a template.
   *
   * @param path empty if the template could not be parsed
   * @param failure why not; empty if it could
   */
  public record Result(Optional<AccessPath> path, String failure) {}

  /**
   * Returns the access paths of templates, in their order, by as many threads as there are
   * processors, {@link #THREADS_MAX} at most.
   *
   * @param nulls where the databases of statements have nulls
   */
  public static List<Result> of(
      RelationalSchema schema,
      List<StatementTemplate> templates,
      Function<Dialect, NullOrder> nulls) {
    int threads =
        Math.max(
            1,
            Math.min(
                Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()),
                templates.size() / TEMPLATES_OF_THREAD_MIN));
    Result[] results = new Result[templates.size()];
    List<FutureTask<Void>> tasks = new ArrayList<>();
    for (int first = 0; first < threads; first++) {
      int start = first;
      FutureTask<Void> task =
          new FutureTask<>(
              () -> {
                try (AccessPaths paths = new AccessPaths(schema, nulls)) {
                  for (int place = start; place < results.length; place += threads) {
                    results[place] = paths.of(templates.get(place));
                  }
                }
              },
              null);
      tasks.add(task);
      if (first > 0) {
        Thread thread = new Thread(task, "access-paths-" + first);
        thread.setDaemon(true);
        thread.start();
      }
    }
    tasks.get(0).run();
    tasks.forEach(AccessPaths::joined);
    return List.of(results);
  }

  private static void joined(FutureTask<Void> task) {
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("statements could not be analysed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while statements were analysed", e);
    }
  }

  /**
   * Returns the access path of a template. If the parser refuses the template, it gets forms of
   * MySQL in plainer ones, then the names of the schema in quotes, then the first example.
   */
  public Result of(StatementTemplate template) {
    return results.computeIfAbsent(
        new Identity(template.text(), template.dialect(), template.numbers()),
        any -> analyse(template));
  }

  private Result analyse(StatementTemplate template) {
    NumberKind.Of numbers = new NumberKind.Of(template.numbers());
    boolean mysql = template.dialect() == Dialect.MYSQL;
    String text = mysql ? MysqlForms.withoutUsing(template.text()) : template.text();
    if (text.startsWith(TABLE)) {
      text = "SELECT * FROM " + text.substring(TABLE.length());
    }
    StatementParser.Parsed parsed = parser.parse(text, template.dialect());
    if (parsed.statement() == null && mysql) {
      String plain = MysqlForms.plain(text);
      if (!plain.equals(text)) {
        StatementParser.Parsed again = parser.parse(plain, template.dialect());
        parsed = again.statement() == null ? parsed : again;
        text = plain;
      }
    }
    if (parsed.statement() == null) {
      String quoted = QuotedNames.in(text, template.dialect(), names());
      StatementParser.Parsed again = parser.parse(quoted, template.dialect());
      parsed = again.statement() == null ? parsed : again;
    }
    if (parsed.statement() == null && !template.examples().isEmpty()) {
      StatementTemplate.Example example = template.examples().get(0);
      if (example.whole()) {
        StatementParser.Parsed again = parser.parse(example.text(), template.dialect());
        parsed = again.statement() == null ? parsed : again;
        numbers = NumberKind.Of.literals(example.text(), template);
      }
    }
    if (parsed.statement() == null) {
      return new Result(Optional.empty(), parsed.failure());
    }
    NumberKind.Of places = numbers;
    return analyse(parsed.statement(), () -> path(template.dialect(), places));
  }

  /** Returns the names of all tables and columns in lower case. */
  private Set<String> names() {
    if (names.isEmpty()) {
      for (Table table : schema.tables()) {
        names.add(table.name().toLowerCase(Locale.ROOT));
        table.columns().forEach(column -> names.add(column.name().toLowerCase(Locale.ROOT)));
      }
    }
    return names;
  }

  private PathBuilder path(Dialect dialect, NumberKind.Of numbers) {
    return new PathBuilder(schema, nulls.apply(dialect), new DatabaseComparisons(dialect, numbers));
  }

  private Result analyse(Statement statement, Supplier<PathBuilder> paths) {
    PathBuilder path = paths.get();
    try {
      if (statement instanceof Select select) {
        return new Result(Optional.of(query(select, paths)), "");
      } else if (!new Writes(path).analyse(statement, null)) {
        return new Result(
            Optional.empty(),
            "statements of the form " + statement.getClass().getSimpleName() + " are not analysed");
      }
      return new Result(Optional.of(path.build()), "");
    } catch (StackOverflowError e) {
      return new Result(Optional.empty(), "its expressions are nested too deeply");
    } catch (RuntimeException e) {
      // One statement must not cost all others.
      return new Result(
          Optional.empty(), "its analysis failed, by a bug in Portolan: " + e.getClass().getName());
    }
  }

  private AccessPath query(Select select, Supplier<PathBuilder> paths) {
    PathBuilder whole = paths.get();
    whole.splits = true;
    whole.analyse(select, null);
    AccessPath path = whole.build();
    List<AccessPath> sides = new ArrayList<>();
    for (int side = 0; side < whole.sides; side++) {
      PathBuilder one = paths.get();
      one.splits = true;
      one.side = side;
      one.analyse(select, null);
      sides.add(one.build());
    }
    // A subquery in one of the sides gives that side more tables than the others have.
    boolean alike = sides.stream().allMatch(side -> side.tables().size() == path.tables().size());
    return alike ? path.with(sides) : path;
  }

  @Override
  public void close() {
    parser.close();
  }
}
