package org.portolan.bench.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Worker;

/**
 * The client, in a separate process. It requests random pages from a server over some connections,
 * the next page as soon as the last has arrived (a closed loop: while a server stalls, it gets no
 * requests).
 *
 * <p>Arguments: a file with a line for each page, its length and its path; the number of
 * connections. Each line of input, {@code port milliseconds seed}, is answered with {@code result
 * pages seconds histogram}: latencies in nanoseconds.
 */
final class ClientProgram {
  static final String RESULT = "result ";
  static final String READY = "ready";

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

  private static String run(List<Page> pages, int connections, int port, long millis, long seed) {
    List<byte[]> requests =
        pages.stream().map(page -> Connection.request(page.path(), port)).toList();
    OneOperation views =
        new OneOperation(
            "view",
            (number, base) ->
                new Client(new SplittableRandom(base + number), connect(port), requests, pages));
    LoadResult result = LoadGenerator.turn(views, connections, Duration.ofMillis(millis), seed);
    OperationResult done = result.operations().get(0);
    return done.ok() + " " + result.seconds() + " " + encoded(done.service());
  }

  private static Connection connect(int port) {
    try {
      return new Connection(port);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot connect to port " + port, e);
    }
  }

  /** Requests one page after another on a separate connection. */
  private record Client(
      SplittableRandom random, Connection connection, List<byte[]> requests, List<Page> pages)
      implements Worker {
    @Override
    public Outcome perform() {
      int chosen = random.nextInt(pages.size());
      Page page = pages.get(chosen);
      try {
        Connection.Answer answer = connection.exchange(requests.get(chosen), null);
        return answer.head().startsWith("HTTP/1.1 200 ") && answer.bodyBytes() == page.bytes()
            ? Outcome.ok(0)
            : Outcome.wrongData(0, wrong(page, answer));
      } catch (IOException e) {
        return new Outcome.Failed(0, OutcomeKind.ERROR, page.path() + ": " + e.getMessage());
      }
    }

    private static String wrong(Page page, Connection.Answer answer) {
      return Text.format(
          "%s should have %s bytes but has %s: %s",
          page.path(),
          page.bytes(),
          answer.bodyBytes(),
          answer.head().lines().findFirst().orElse(""));
    }

    @Override
    public void close() {
      try {
        connection.close();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot close a connection", e);
      }
    }
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  static Histogram decoded(String text) {
    return Histogram.decodeFromByteBuffer(
        ByteBuffer.wrap(Base64.getDecoder().decode(text)), Latencies.HIGHEST);
  }
}
