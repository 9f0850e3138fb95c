package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.portolan.advisor.propose.Proposal;
import org.portolan.data.Store;

/**
 * Compiles the lines of Java of a proposal, with every warning as an error. Those that are called
 * read short pages, so that a list of a few rows has several.
 */
final class CompiledLines {
  private static final String NAME = "AccessPaths";

  /** The entries of a page, in place of the most that one can have. */
  private static final String SHORT_PAGE = "7";

  /** A page of a range that is changed, which no statement gives a limit. */
  private static final Pattern PAGE_OF_RANGE = Pattern.compile("Paging\\.first\\(\\d{3,}\\)");

  /** Where the methods of a class begin. */
  private static final Pattern METHODS = Pattern.compile("(?=\n  static )");

  /** A list, a stream or a number that a method declares. */
  private static final Pattern DECLARED =
      Pattern.compile(
          "\n    (List|Stream|Map|long|BigDecimal)(?:<(EntityRow|Item|Tuple|Tuple, List<Item>|Tuple, EntityRow)>)?"
              + " (\\w+) =");

  private CompiledLines() {}

  /** Returns the method of a statement, by its number from 1; empty if it has no lines. */
  static Optional<Method> method(Class<?> lines, int number) {
    Optional<Method> method =
        Arrays.stream(lines.getDeclaredMethods())
            .filter(each -> each.getName().equals("statement" + number))
            .findFirst();
    method.ifPresent(each -> each.setAccessible(true));
    return method;
  }

  /**
   * Returns the arguments of a method, all of which must have a value.
   *
   * @param values by the names of their parameters; more than they have, if need be
   */
  static Object[] arguments(Method method, Store store, Map<String, Object> values) {
    Object[] given =
        Arrays.stream(method.getParameters())
            .map(each -> each.getType() == Store.class ? store : values.get(each.getName()))
            .toArray();
    assertThat(given).as(Arrays.toString(method.getParameters())).doesNotContainNull();
    return given;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("memory:/" + NAME + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  static void of(Proposal proposal, String description) throws IOException {
    Path classes = Files.createTempDirectory("portolan-lines");
    try {
      compile(text(proposal), description, classes);
    } finally {
      try (Stream<Path> files = Files.walk(classes)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /**
   * Returns the class of the lines, compiled into a directory, with the names of its parameters.
   */
  static Class<?> load(Proposal proposal, Path classes) throws Exception {
    return load(
        text(proposal)
            .map(CompiledLines::inShortPages)
            .map(
                text -> PAGE_OF_RANGE.matcher(text).replaceAll("Paging.first(" + SHORT_PAGE + ")")),
        classes);
  }

  private static String inShortPages(String text) {
    return text.replace("Paging.LIMIT_MAX", SHORT_PAGE);
  }

  /**
   * Returns the same with methods of queries that return what they have found last; null if no
   * statement has lines.
   */
  static Class<?> returning(Proposal proposal, Path classes) throws Exception {
    Optional<String> text = text(proposal);
    return text.isEmpty() ? null : load(Optional.of(returning(inShortPages(text.get()))), classes);
  }

  /** Returns the same with pages as the lines have them. */
  static Class<?> returningLongPages(Proposal proposal, Path classes) throws Exception {
    return load(Optional.of(returning(text(proposal).orElseThrow())), classes);
  }

  private static String returning(String text) {
    StringBuilder returning = new StringBuilder();
    for (String method : METHODS.split(text, -1)) {
      Matcher declared = DECLARED.matcher(method);
      String last = "";
      while (declared.find()) {
        last =
            declared.group(3)
                + switch (declared.group(1)) {
                  case "Stream" -> ".toList()";
                  case "Map" ->
                      declared.group(2).endsWith(" EntityRow")
                          ? ".values().stream().toList()"
                          : ".entrySet().stream().toList()";
                  default -> "";
                };
      }
      returning.append(
          last.isEmpty()
              ? method
              : method
                  .replace("\n  static void ", "\n  static Object ")
                  .replaceFirst("\n  }\n", "\n    return " + last + ";\n  }\n"));
    }
    return returning.toString();
  }

  private static Class<?> load(Optional<String> text, Path classes) throws Exception {
    compile(text, "lines", classes);
    URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, CompiledLines.class.getClassLoader());
    return loader.loadClass(NAME);
  }

  private static Optional<String> text(Proposal proposal) {
    return new AccessPathLines(proposal).javaClass(NAME);
  }

  private static void compile(Optional<String> lines, String description, Path classes) {
    if (lines.isEmpty()) {
      // No statement is known, or none is served.
      return;
    }
    String text = lines.get();
    StringWriter messages = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "-Xlint:all",
                    // Of jars on the class path.
                    "-Xlint:-path,-classfile",
                    "-Werror",
                    "-proc:none",
                    "-parameters",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString()),
                null,
                List.<JavaFileObject>of(new Source(text)))
            .call();
    assertThat(compiled).as(description + "\n" + messages + "\n" + text).isTrue();
  }
}
