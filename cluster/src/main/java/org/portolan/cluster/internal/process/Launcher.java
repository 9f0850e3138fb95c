package org.portolan.cluster.internal.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.cluster.ClusterException;

/**
 * Starts processes that outlive their starter. They are in a separate session, so that neither
 * Ctrl-C nor the end of the terminal reaches them.
 */
public final class Launcher {
  /** Used if there is no {@code setsid}: an ignored signal stays ignored. */
  private static final String IGNORE_SIGNALS = "trap '' INT HUP; exec \"$@\"";

  private Launcher() {}

  /** A process to start. */
  public sealed interface Program {
    /**
     * Returns the command line. Writes a file for a person to read, which a JVM reads too.
     *
     * @param argumentFile receives the arguments
     */
    List<String> command(Path argumentFile) throws IOException;

    /** Returns the program's name in messages. */
    String description();
  }

  /**
   * A program that is not a JVM.
   *
   * @param command the command line, the program first; contains an argument that identifies the
   *     process
   */
  public record Binary(List<String> command) implements Program {
    @Override
    public List<String> command(Path argumentFile) throws IOException {
      Files.write(argumentFile, command);
      return command;
    }

    @Override
    public String description() {
      return String.join(" ", command);
    }
  }

  /**
   * A JVM to start.
   *
   * @param jdk home of the JDK
   * @param marker an argument that identifies the process, of the form {@code -Dname=value}
   * @param options options of the JVM
   * @param classPath directories, jars, or directories with {@code /*}
   * @param mainClass the class to run
   * @param arguments the arguments of the class
   */
  public record Jvm(
      Path jdk,
      String marker,
      List<String> options,
      List<String> classPath,
      String mainClass,
      List<String> arguments)
      implements Program {
    @Override
    public List<String> command(Path argumentFile) throws IOException {
      Files.writeString(argumentFile, argumentFile(this));
      return List.of(jdk.resolve("bin/java").toString(), marker, "@" + argumentFile);
    }

    @Override
    public String description() {
      return mainClass + " by " + jdk;
    }

    /** Returns this JVM with further options. */
    public Jvm with(List<String> furtherOptions) {
      List<String> all = new ArrayList<>(options);
      all.addAll(furtherOptions);
      return new Jvm(jdk, marker, all, classPath, mainClass, arguments);
    }
  }

  /**
   * Starts a program and returns its process at once.
   *
   * @param by a command that runs another command in the same process; empty for none
   * @param argumentFile receives the arguments, so that a person can read them
   * @param directory the working directory
   * @param log receives the output of the process
   */
  public static Process launch(
      List<String> by, Program program, Path argumentFile, Path directory, Path log) {
    try {
      Files.createDirectories(argumentFile.getParent());
      Files.createDirectories(log.getParent());
      List<String> command = new ArrayList<>(detached());
      command.addAll(by);
      command.addAll(program.command(argumentFile));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .redirectErrorStream(true);
      // Options for this JVM may be wrong or harmful for the new one.
      builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
      return builder.start();
    } catch (IOException failure) {
      throw new ClusterException(
          "could not start " + program.description() + ": " + failure, failure);
    }
  }

  /** Runs a short command to its end and returns whether it succeeded. */
  public static boolean succeeds(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while running " + command[0], interrupted);
    }
  }

  private static List<String> detached() {
    Optional<Path> setsid = onPath("setsid");
    return setsid.isPresent()
        ? List.of(setsid.get().toString())
        : List.of("/bin/sh", "-c", IGNORE_SIGNALS, "sh");
  }

  /** Returns the program with a name, if it is executable. */
  static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(":"))
        .filter(directory -> !directory.isBlank())
        .map(directory -> Path.of(directory, program))
        .filter(Files::isExecutable)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  static String argumentFile(Jvm jvm) {
    List<String> lines = new ArrayList<>(jvm.options());
    lines.add("-cp");
    lines.add(String.join(":", jvm.classPath()));
    lines.add(jvm.mainClass());
    lines.addAll(jvm.arguments());
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append('"').append(line.replace("\\", "\\\\").replace("\"", "\\\"")).append("\"\n");
    }
    return text.toString();
  }
}
