package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.portolan.advisor.propose.Proposal;

/** Compiles the lines of Java of a proposal, with every warning as an error. */
final class CompiledLines {
  private static final String NAME = "AccessPaths";

  private CompiledLines() {}

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
      compile(proposal, description, classes);
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
    compile(proposal, "lines", classes);
    URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, CompiledLines.class.getClassLoader());
    return loader.loadClass(NAME);
  }

  private static void compile(Proposal proposal, String description, Path classes) {
    Optional<String> lines = new AccessPathLines(proposal).javaClass(NAME);
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
