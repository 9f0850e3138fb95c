package org.portolan.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles generated classes with every warning as an error. */
final class Compiler {
  private Compiler() {}

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(JavaFile file) {
      super(URI.create("memory:/" + file.fileName()), Kind.SOURCE);
      this.text = file.text();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  static void compile(List<JavaFile> files, Path classes) {
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
                    "-Xdoclint:all,-missing",
                    "-Werror",
                    "-proc:none",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    classes.toString()),
                null,
                files.stream().map(file -> (JavaFileObject) new Source(file)).toList())
            .call();
    assertThat(compiled).as(messages.toString()).isTrue();
  }
}
