package org.portolan.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.telemetry.Sample;

/**
 * The files of a run. The manifest is written first and says that the run goes on. The series grows
 * by a line each second. All else is written at the end, and last the final manifest, whole. So
 * whenever the process dies, the manifest tells how far the files go. Used by one thread.
 */
final class RunDirectory implements AutoCloseable {
  private static final String RESULT = "result.json";
  private static final String SERIES = "series.csv";
  private static final String SERVERS = "servers.csv";

  private final Path directory;
  private final Writer series;
  private final Writer servers;

  RunDirectory(Path directory, Writer series, Writer servers) {
    this.directory = directory;
    this.series = series;
    this.servers = servers;
  }

  /**
   * Begins the files of a run.
   *
   * @throws IllegalArgumentException if the directory is not empty
   */
  static RunDirectory begin(Path directory, Manifest manifest) {
    Results.requireEmpty(directory, "a run");
    Results.write(directory.resolve(Manifest.NAME), manifest);
    try {
      return new RunDirectory(
          directory,
          begin(directory.resolve(SERIES), SeriesFile.HEAD),
          begin(directory.resolve(SERVERS), ServersFile.HEAD));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot begin a run in " + directory, e);
    }
  }

  private static Writer begin(Path file, String head) throws IOException {
    Writer writer = Files.newBufferedWriter(file);
    writer.write(head);
    writer.flush();
    return writer;
  }

  /** Writes a sample of a server; may be called by another thread than the other methods. */
  void server(Sample sample) {
    append(SERVERS, servers, ServersFile.line(sample));
  }

  void second(SecondSample sample) {
    append(SERIES, series, SeriesFile.line(sample));
  }

  private void append(String file, Writer writer, String line) {
    try {
      writer.write(line);
      writer.flush();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** Writes the result of the run, and its manifest last. */
  void result(RunResult result) {
    try {
      LatencyLogs.write(directory, result.load());
    } catch (IOException e) {
      throw failed("latency-*.hlog", e);
    }
    Results.write(directory.resolve(RESULT), ResultFile.of(result));
    Results.write(directory.resolve(Manifest.NAME), result.manifest());
  }

  @Override
  public void close() {
    try {
      close(SERIES, series);
    } finally {
      close(SERVERS, servers);
    }
  }

  private void close(String file, Writer writer) {
    try {
      writer.close();
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private UncheckedIOException failed(String file, IOException cause) {
    return new UncheckedIOException("cannot write " + directory.resolve(file), cause);
  }

  static RunResult read(Path directory) {
    Manifest manifest = Manifest.read(directory);
    Path resultFile = directory.resolve(RESULT);
    if (!Files.exists(resultFile)) {
      throw new IllegalArgumentException(
          Text.format(
              "the run in %s has no %s: it is still running, or its process was killed;"
                  + " series.csv has the seconds until then",
              directory, RESULT));
    }
    ResultFile result = Results.read(resultFile, ResultFile.class);
    return result.result(
        manifest,
        SeriesFile.read(directory.resolve(SERIES)),
        LatencyLogs.read(directory, result.operationNames()),
        ServersFile.read(directory.resolve(SERVERS)));
  }
}
