package org.portolan.bench.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.telemetry.Sample;

/**
 * The files of a run. The manifest comes first and says that the run goes on, the series grows by
 * each second, the rest is written at the end, the manifest last and whole: whenever the process
 * dies, what is there says what it is. Used by one thread.
 */
final class RunDirectory implements AutoCloseable {
  private static final String MANIFEST = "manifest.json";
  private static final String RESULT = "result.json";
  private static final String SERIES = "series.csv";
  private static final String SERVERS = "servers.csv";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path directory;
  private final Writer series;
  private final Writer servers;

  private RunDirectory(Path directory, Writer series, Writer servers) {
    this.directory = directory;
    this.series = series;
    this.servers = servers;
  }

  /**
   * Looks whether a run can be written to a directory.
   *
   * @throws IllegalArgumentException if it holds something
   */
  static void requireEmpty(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IllegalArgumentException(
            "cannot write a run to " + directory + ", which is not empty; name another");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look into " + directory, e);
    }
  }

  /**
   * Begins the files of a run.
   *
   * @throws IllegalArgumentException if the directory holds something
   */
  static RunDirectory begin(Path directory, Manifest manifest) {
    requireEmpty(directory);
    try {
      Files.createDirectories(directory);
      write(directory, MANIFEST, manifest);
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

  /** Writes what was seen of a server; may be called by another thread than the rest. */
  void server(Sample sample) {
    try {
      servers.write(ServersFile.line(sample));
      servers.flush();
    } catch (IOException e) {
      throw failed(SERVERS, e);
    }
  }

  void second(SecondSample sample) {
    try {
      series.write(SeriesFile.line(sample));
      series.flush();
    } catch (IOException e) {
      throw failed(SERIES, e);
    }
  }

  /** Writes what came of the run, its manifest last. */
  void result(RunResult result) {
    try {
      LatencyLogs.write(directory, result.load());
      write(directory, RESULT, ResultFile.of(result));
      write(directory, MANIFEST, result.manifest());
    } catch (IOException e) {
      throw failed(RESULT, e);
    }
  }

  @Override
  public void close() {
    try {
      series.close();
      servers.close();
    } catch (IOException e) {
      throw failed(SERIES, e);
    }
  }

  private UncheckedIOException failed(String file, IOException cause) {
    return new UncheckedIOException("cannot write " + directory.resolve(file), cause);
  }

  static RunResult read(Path directory) {
    Manifest manifest = manifest(directory);
    if (!Files.exists(directory.resolve(RESULT))) {
      throw new IllegalArgumentException(
          "the run in "
              + directory
              + " has no "
              + RESULT
              + ": it goes on or its process was killed; series.csv has the seconds until then");
    }
    List<SecondSample> samples;
    LatencyLogs latencies;
    List<Sample> servers;
    try {
      samples = SeriesFile.read(directory.resolve(SERIES));
      latencies = LatencyLogs.read(directory);
      servers = ServersFile.read(directory.resolve(SERVERS));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the run in " + directory, e);
    }
    return json(directory, RESULT, ResultFile.class).result(manifest, samples, latencies, servers);
  }

  static Manifest manifest(Path directory) {
    if (!Files.exists(directory.resolve(MANIFEST))) {
      throw new IllegalArgumentException(
          directory + " is not the directory of a run: it has no " + MANIFEST);
    }
    Manifest manifest = json(directory, MANIFEST, Manifest.class);
    if (manifest.format() != Manifest.FORMAT) {
      throw new IllegalArgumentException(
          "the run in "
              + directory
              + " has format "
              + manifest.format()
              + ", this release reads "
              + Manifest.FORMAT
              + "; read it with the release that wrote it, "
              + manifest.version());
    }
    return manifest;
  }

  private static <T> T json(Path directory, String name, Class<T> type) {
    try {
      return JSON.readValue(directory.resolve(name).toFile(), type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          directory.resolve(name) + " is damaged: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + directory.resolve(name), e);
    }
  }

  private static void write(Path directory, String name, Object value) throws IOException {
    Path part = directory.resolve(name + ".part");
    Files.writeString(part, JSON.writeValueAsString(value) + "\n");
    Files.move(
        part,
        directory.resolve(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }
}
