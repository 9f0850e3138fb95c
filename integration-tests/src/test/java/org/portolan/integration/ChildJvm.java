package org.portolan.integration;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** JVMs that a test starts, and kills. */
final class ChildJvm {
  private ChildJvm() {}

  /** Returns the command that runs a main class, with the class path in the environment. */
  static List<String> command(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // The new JVM needs the same options for the engine's client as this one.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    // To verify the classes of an engine's client is a third of the start of such a process.
    command.addAll(
        List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Starts a main class; its errors appear among those of this JVM. */
  static Process start(Class<?> main, String... arguments) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(main, arguments));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return builder.start();
  }
}
