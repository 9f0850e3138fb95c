package org.portolan.cli.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.cluster.StartOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of starting servers. */
final class StartingOptions {
  @Option(
      names = "--jdk",
      paramLabel = "DIR",
      description =
          "A JDK 17 to run the servers (default: the running one if it is 17, else JAVA_HOME_17,"
              + " JAVA_HOME or the usual places).")
  Path jdk;

  @Option(
      names = "--cache",
      paramLabel = "DIR",
      description =
          "The directory of the servers' jars for all clusters (default: $PORTOLAN_CACHE, else"
              + " portolan in the user's cache directory).")
  Path cache;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description =
          "Give up if the servers do not answer in this time (default: ${DEFAULT-VALUE}).")
  long timeoutSeconds;

  @Option(
      names = "--server-heap",
      paramLabel = "SIZE",
      converter = HeapConverter.class,
      description =
          "Largest Java heap of each server started now, for example 1g or 768m; at least 256m"
              + " (default: 640m for region servers, 256m for nodes of the others).")
  String serverHeap;

  StartOptions toOptions() {
    return new StartOptions(
        Optional.ofNullable(jdk),
        Optional.ofNullable(cache),
        Duration.ofSeconds(timeoutSeconds),
        serverHeap == null ? List.of() : List.of("-Xmx" + serverHeap),
        List.of());
  }

  /** Reads the size of a heap, as the JVM's option {@code -Xmx} takes it. */
  static final class HeapConverter implements ITypeConverter<String> {
    private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,5})([mg])");
    private static final long MEBIBYTES_MIN = 256;

    @Override
    public String convert(String value) {
      Matcher size = SIZE.matcher(value);
      boolean isEnough =
          size.matches()
              && (size.group(2).equals("g") || Long.parseLong(size.group(1)) >= MEBIBYTES_MIN);
      if (!isEnough) {
        throw new TypeConversionException(
            "expected a size like 1g or 768m, at least 256m, not " + value);
      }
      return value;
    }
  }
}
