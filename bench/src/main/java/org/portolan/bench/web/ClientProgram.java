package org.portolan.bench.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.HdrHistogram.Histogram;
import org.portolan.bench.measure.Load;

/**
 * The client, in a process of its own: asks a server for pages at random over some connections, the
 * next as soon as the one before has come (a closed loop: while a server stalls, nobody asks).
 *
 * <p>Arguments: a file with a line for each page, its length and its path; the number of
 * connections. Each line of input, {@code port milliseconds seed}, is answered with {@code result
 * pages seconds histogram}: latencies in microseconds.
 */
final class ClientProgram {
  static final String RESULT = "result ";
  static final String READY = "ready";
  private static final long LATENCY_MICROS_MAX = 60_000_000;
  private static final int DIGITS = 3;

  private ClientProgram() {}

  private record Page(int bytes, String path) {}

  public static void main(String[] arguments) throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(arguments[0]))) {
      int space = line.indexOf(' ');
      pages.add(new Page(Integer.parseInt(line.substring(0, space)), line.substring(space + 1)));
    }
    int connections = Integer.parseInt(arguments[1]);
    System.out.println(READY);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      List<String> words = List.of(line.split(" ", -1));
      int port = Integer.parseInt(words.get(0));
      long seed = Long.parseLong(words.get(2));
      System.out.println(
          RESULT + run(pages, connections, port, Long.parseLong(words.get(1)), seed));
    }
  }

  private static String run(List<Page> pages, int connections, int port, long millis, long seed)
      throws IOException {
    List<byte[]> requests =
        pages.stream().map(page -> Connection.request(page.path(), port)).toList();
    List<Histogram> histograms = new ArrayList<>();
    List<Connection> open = new ArrayList<>();
    List<IntSupplier> steps = new ArrayList<>();
    try {
      for (int index = 0; index < connections; index++) {
        Connection connection = new Connection(port);
        open.add(connection);
        Histogram histogram = histogram();
        histograms.add(histogram);
        SplittableRandom random = new SplittableRandom(seed + index);
        steps.add(
            () -> {
              int chosen = random.nextInt(pages.size());
              ask(connection, requests.get(chosen), pages.get(chosen), histogram);
              return 1;
            });
      }
      Load.Done done = Load.run(steps, millis);
      Histogram sum = histogram();
      histograms.forEach(sum::add);
      return done.units() + " " + done.seconds() + " " + encoded(sum);
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
  }

  private static void ask(Connection connection, byte[] request, Page page, Histogram latencies) {
    try {
      long start = System.nanoTime();
      Connection.Answer answer = connection.exchange(request, null);
      latencies.recordValue(Math.min(LATENCY_MICROS_MAX, (System.nanoTime() - start) / 1_000));
      if (!answer.head().startsWith("HTTP/1.1 200 ") || answer.bodyBytes() != page.bytes()) {
        throw new IOException(
            page.path()
                + " should have "
                + page.bytes()
                + " bytes but has "
                + answer.bodyBytes()
                + ": "
                + answer.head().lines().findFirst().orElse(""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(page.path() + ": " + e.getMessage(), e);
    }
  }

  private static Histogram histogram() {
    return new Histogram(LATENCY_MICROS_MAX, DIGITS);
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  static Histogram decoded(String text) {
    return Histogram.decodeFromByteBuffer(
        ByteBuffer.wrap(Base64.getDecoder().decode(text)), LATENCY_MICROS_MAX);
  }
}
