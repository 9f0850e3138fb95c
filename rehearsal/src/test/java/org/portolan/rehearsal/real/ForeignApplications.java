package org.portolan.rehearsal.real;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.portolan.advisor.sql.Dialect;

/**
 * Applications that no jar has: somebody has unpacked them, and names the directories. WordPress is
 * a package of Debian, the benchmarks are those of a checkout of BenchBase.
 */
final class ForeignApplications {
  private static final Pattern CREATE =
      Pattern.compile("(?s)CREATE TABLE \\$wpdb->(\\w+) \\((.*?)\\n\\s*\\) \\$charset_collate;");

  /** A text of PHP in double quotes that is a statement. */
  private static final Pattern PHP_STATEMENT =
      Pattern.compile(
          "\"(\\s*(?:SELECT|INSERT INTO|UPDATE|DELETE|REPLACE INTO)\\s(?:[^\"\\\\]|\\\\.)*)\"",
          Pattern.DOTALL);

  /** A statement of BenchBase, with the constants that it names. */
  private static final Pattern SQL_STATEMENT =
      Pattern.compile("new SQLStmt\\(\\s*(.*?)\\)\\s*;", Pattern.DOTALL);

  private static final Pattern CONSTANT = Pattern.compile("String\\s+(\\w+)\\s*=\\s*\"([^\"]*)\"");

  private static final Pattern JAVA_TEXT =
      Pattern.compile("\"\"\"\\n(.*?)\"\"\"|\"((?:[^\"\\\\]|\\\\.)*)\"", Pattern.DOTALL);

  private ForeignApplications() {}

  /** Returns those whose directories are named; the properties are in CONTRIBUTING.md. */
  static List<Application> all() throws IOException {
    List<Application> all = new ArrayList<>();
    String wordpress = System.getProperty("portolan.real.wordpress", "");
    if (!wordpress.isEmpty()) {
      all.add(wordpress(Path.of(wordpress)));
    }
    String benchbase = System.getProperty("portolan.real.benchbase", "");
    if (!benchbase.isEmpty()) {
      for (String name : List.of("tpcc", "auctionmark", "epinions", "seats", "twitter")) {
        all.add(benchmark(Path.of(benchbase), name));
      }
    }
    return all;
  }

  private static Application wordpress(Path directory) throws IOException {
    Matcher tables =
        CREATE.matcher(Files.readString(directory.resolve("wp-admin/includes/schema.php")));
    Set<String> names = new LinkedHashSet<>();
    StringBuilder schema = new StringBuilder();
    while (tables.find()) {
      if (names.add(tables.group(1))) { // Those of many sites come again.
        schema
            .append("CREATE TABLE wp_")
            .append(tables.group(1))
            .append(" (")
            .append(tables.group(2).replace("$max_index_length", "191"))
            .append("\n) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci;\n");
      }
    }
    Set<String> statements = new LinkedHashSet<>();
    for (Path file : files(directory, ".php")) {
      Matcher texts = PHP_STATEMENT.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
      while (texts.find()) {
        String text =
            texts
                .group(1)
                .replaceAll("\\{?\\$(?:this->)?wpdb->(\\w+)}?", "wp_$1")
                .replaceAll("(?i)IN\\s*\\(\\s*\\{?\\$[^)]*\\)", "IN (?, ?)")
                .replaceAll("'%[sdf]'|%s", "?")
                .replaceAll("%d", "7")
                .replaceAll("%f", "7.5")
                .replaceAll("\\s+", " ")
                .strip();
        if (!text.contains("$") && isWhole(text)) { // Not put together at run time.
          statements.add(text);
        }
      }
    }
    Matcher version =
        Pattern.compile("\\$wp_version = '([^']*)'")
            .matcher(Files.readString(directory.resolve("wp-includes/version.php")));
    return new Application(
        "wordpress",
        version.find() ? version.group(1) : "",
        Dialect.MYSQL,
        List.of(schema.toString()),
        List.copyOf(statements));
  }

  /** Whether a text is no beginning of a statement, and nothing is left out in its middle. */
  private static boolean isWhole(String text) {
    boolean quoted = text.chars().filter(c -> c == '\'').count() % 2 == 0;
    boolean named =
        text.matches("(?i)(SELECT\\s.*\\sFROM|UPDATE\\s.*\\sSET|DELETE|INSERT|REPLACE)\\s.*");
    boolean open =
        text.matches(
            "(?i).*(LIMIT|[=(,]|AND|WHERE|BY)\\s*|SELECT\\s*(,|FROM\\b).*|.*(=|\\bIN)\\s*,.*");
    return quoted && named && !open;
  }

  private static Application benchmark(Path checkout, String name) throws IOException {
    Path sources = checkout.resolve("src/main/java/com/oltpbenchmark/benchmarks/" + name);
    List<String> constants = new ArrayList<>();
    List<Path> files = files(sources, ".java");
    for (Path file : files) {
      Matcher found = CONSTANT.matcher(Files.readString(file));
      while (found.find()) {
        constants.add(found.group(1) + "=" + found.group(2));
      }
    }
    Set<String> statements = new LinkedHashSet<>();
    for (Path file : files) {
      Matcher found = SQL_STATEMENT.matcher(Files.readString(file));
      while (found.find()) {
        String text = text(found.group(1), constants);
        if (isWhole(text)) {
          statements.add(text);
        }
      }
    }
    return new Application(
        name,
        "of BenchBase",
        Dialect.MYSQL,
        List.of(
            Files.readString(
                checkout.resolve("src/main/resources/benchmarks/" + name + "/ddl-mysql.sql"))),
        List.copyOf(statements));
  }

  /** Returns the text that an expression of Java is: texts, constants, and {@code formatted}. */
  private static String text(String expression, List<String> constants) {
    int formatted = expression.indexOf(".formatted(");
    String texts = formatted < 0 ? expression : expression.substring(0, formatted);
    Matcher parts =
        Pattern.compile(JAVA_TEXT.pattern() + "|(?:\\w+\\.)?([A-Z][A-Z_0-9]+)", Pattern.DOTALL)
            .matcher(texts);
    StringBuilder text = new StringBuilder();
    while (parts.find()) {
      text.append(
          parts.group(1) != null
              ? parts.group(1)
              : parts.group(2) != null ? parts.group(2) : value(parts.group(3), constants));
    }
    String whole = text.toString();
    if (formatted >= 0) {
      Matcher names = Pattern.compile("[A-Z][A-Z_0-9]+").matcher(expression.substring(formatted));
      while (names.find()) {
        if (!value(names.group(), constants).isEmpty()) {
          whole =
              whole.replaceFirst(
                  "%[sd]", Matcher.quoteReplacement(value(names.group(), constants)));
        }
      }
    }
    return whole.replace("\\n", " ").replaceAll("\\s+", " ").replaceAll(";\\s*$", "").strip();
  }

  private static String value(String name, List<String> constants) {
    return constants.stream()
        .filter(constant -> constant.startsWith(name + "="))
        .map(constant -> constant.substring(name.length() + 1))
        .findFirst()
        .orElse("");
  }

  private static List<Path> files(Path directory, String end) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(end) && Files.isRegularFile(file))
          .sorted()
          .toList();
    }
  }
}
