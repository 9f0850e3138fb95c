import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.portolan.bench.statistics.Ratio;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.DesignReader;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engines;
import org.portolan.types.Tuple;
import org.portolan.wiki.Edit;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * Compares the cost of each operation in one release with an older one: see the script {@code
 * releases}. One process for each release stays open with a separate store. Both get their
 * operations in turn, and the order changes with each round, so a disturbance of the machine
 * affects both.
 */
final class Releases {
  private static final int PAGES = 500;
  private static final int ROWS = 10_000;
  private static final int BATCH = 500;
  private static final double CONFIDENCE = 0.95;

  private Releases() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("child")) {
      child(arguments[1], Integer.parseInt(arguments[2]));
    } else {
      compare(arguments);
    }
  }

  /** The process of one release; each line of its input requests operations. */
  private static final class Release implements AutoCloseable {
    private final Process process;
    private final PrintWriter questions;
    private final BufferedReader answers;

    Release(String classPath, String source, String uri, String threads) throws IOException {
      Path options =
          Path.of(source, "../../../../engine-ignite/src/main/jvm/client.options").normalize();
      process =
          new ProcessBuilder(
                  "java", "-Xmx2g", "-XX:+UseParallelGC", "@" + options, "-cp", classPath, source,
                  "child", uri, threads)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      questions = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
      answers =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      ask("ready");
    }

    String ask(String question) throws IOException {
      questions.println(question);
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.startsWith("= ")) {
          return line.substring(2);
        }
      }
      throw new IOException("a release ended; its error is above");
    }

    double perSecond(String operation, String millis) throws IOException {
      return Double.parseDouble(ask(operation + " " + millis));
    }

    @Override
    public void close() {
      questions.close();
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void compare(String[] arguments) throws IOException {
    String source = arguments[0];
    int rounds = Integer.parseInt(arguments[5]);
    String millis = arguments[6];
    try (Release before = new Release(arguments[1], source, arguments[3], arguments[7]);
        Release after = new Release(arguments[2], source, arguments[4], arguments[7])) {
      String[] operations =
          arguments.length > 8 ? arguments[8].split(",") : before.ask("operations").split(" ");
      Map<String, double[][]> figures = new LinkedHashMap<>();
      for (String operation : operations) {
        figures.put(operation, new double[2][rounds]);
        for (int warmUp = 0; warmUp < 3; warmUp++) {
          before.perSecond(operation, millis);
          after.perSecond(operation, millis);
        }
      }
      for (int round = 0; round < rounds; round++) {
        for (String operation : operations) {
          for (int turn = 0; turn < 2; turn++) {
            int side = (round + turn) % 2;
            figures.get(operation)[side][round] =
                (side == 0 ? before : after).perSecond(operation, millis);
          }
        }
      }
      print(figures);
    }
  }

  private static void print(Map<String, double[][]> figures) {
    System.out.println("operation      before/s    after/s  after/before (95 % of its mean)");
    figures.forEach(
        (operation, sides) -> {
          Ratio ratio = Ratio.ofPairs(sides[0], sides[1], CONFIDENCE);
          System.out.printf(
              Locale.ROOT,
              "%-12s %10.0f %10.0f  %.3f (%.3f to %.3f)%n",
              operation,
              median(sides[0]),
              median(sides[1]),
              ratio.ratio(),
              ratio.interval().low(),
              ratio.interval().high());
        });
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    java.util.Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static void child(String uri, int threads) throws IOException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String rowsUri = uri.replaceFirst("before|after", "$0rows");
    Capabilities capabilities = Engines.ofUri(uri).capabilities();
    WikiModel model = WikiModel.preferredOn(capabilities);
    String index = capabilities.items() ? "cells hashed(8)" : "object read-delta(1, 5)";
    SyntheticWiki synthetic = new SyntheticWiki(1, PAGES);
    try (Store pages = Stores.openOrCreate(uri, model.design());
        Store rows = Stores.openOrCreate(rowsUri, DesignReader.read(DESIGN.formatted(index), "the study"))) {
      try (SyntheticSource source = new SyntheticSource(synthetic, "study")) {
        new WikiImport(pages, source, true, broken -> {}, reached -> {}).run();
      }
      for (long first = 0; first < ROWS; first += BATCH) {
        long from = first;
        rows.write(
            transaction -> {
              for (long id = from; id < from + BATCH; id++) {
                transaction.put("rows", Tuple.of(id), values(id));
              }
              return null;
            });
      }
      Map<String, LongConsumer> operations = new LinkedHashMap<>();
      new PageOperations(Wikis.of(pages), synthetic).addTo(operations);
      new RowOperations(rows).addTo(operations);
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        if (line.equals("ready")) {
          System.out.println("= ready");
        } else if (line.equals("operations")) {
          System.out.println("= " + String.join(" ", operations.keySet()));
        } else {
          String[] words = line.split(" ");
          System.out.println(
              "= " + perSecond(operations.get(words[0]), Long.parseLong(words[1]), threads));
        }
      }
    }
  }

  /** Runs an operation in threads. No two threads pass it the same number, so they share no row. */
  private static double perSecond(LongConsumer operation, long millis, int threads) {
    AtomicLong done = new AtomicLong();
    List<Thread> crew = new ArrayList<>();
    long start = System.nanoTime();
    long end = start + millis * 1_000_000;
    for (int number = 0; number < threads; number++) {
      long slot = number;
      SplittableRandom random = new SplittableRandom(start + slot);
      Thread thread =
          new Thread(
              () -> {
                long count = 0;
                do {
                  operation.accept(random.nextInt(1_000_000) * (long) threads + slot);
                  count++;
                } while (System.nanoTime() < end);
                done.addAndGet(count);
              });
      thread.setUncaughtExceptionHandler(
          (failed, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
          });
      thread.start();
      crew.add(thread);
    }
    for (Thread thread : crew) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return done.get() * 1e9 / (System.nanoTime() - start);
  }

  private record PageOperations(Wiki wiki, SyntheticWiki synthetic) {
    private static final Map<Integer, Long> REVISIONS = new ConcurrentHashMap<>();

    void addTo(Map<String, LongConsumer> operations) {
      operations.put("page-read", number -> read((int) (number % PAGES)));
      operations.put("page-save", number -> save((int) (number % PAGES)));
    }

    private void read(int page) {
      if (wiki.page(SyntheticWiki.tag(page)).isEmpty()) {
        throw new IllegalStateException("page " + page + " is not there");
      }
    }

    private void save(int page) {
      String title = SyntheticWiki.tag(page);
      long base =
          REVISIONS.computeIfAbsent(page, absent -> wiki.revisionIds(List.of(title)).get(title));
      String text = synthetic.page(page).newest().text() + "\n\nAfter revision " + base + ".";
      if (wiki.save(new Edit(title, text, "Study", "", false, base, Instant.now()))
          instanceof SaveOutcome.Saved saved) {
        REVISIONS.put(page, saved.revision().id());
      } else {
        throw new IllegalStateException("page " + page + " could not be saved");
      }
    }
  }

  private record RowOperations(Store store) {
    private static final AtomicLong NEXT = new AtomicLong(ROWS);

    void addTo(Map<String, LongConsumer> operations) {
      operations.put("row-read", number -> read(number % ROWS));
      operations.put("row-update", number -> update(number % ROWS));
      operations.put("row-insert", number -> put(NEXT.incrementAndGet()));
    }

    private void read(long id) {
      if (store.get("rows", Tuple.of(id), Columns.ALL).isEmpty()) {
        throw new IllegalStateException("row " + id + " is not there");
      }
    }

    private void update(long id) {
      store.write(
          transaction -> transaction.update("rows", Tuple.of(id), Map.of("version", id + 1)));
    }

    private void put(long id) {
      store.write(
          transaction -> {
            transaction.put("rows", Tuple.of(id), values(id));
            return null;
          });
    }
  }

  private static Map<String, Object> values(long id) {
    return Map.of("version", id, "kind", id % 100, "body", BODY);
  }

  private static final String BODY = "x".repeat(1_000);

  /** An index and a counter, so that an insert has follow-ups of both kinds. */
  private static final String DESIGN =
      """
      format: 1
      design: study
      entities:
        rows:
          key: {id: long}
          key-layout: plain
          families:
            fields:
              version: long
              kind: long
              body: text
          indexes:
            of_kind: {on: [kind], layout: "%s"}
          counters:
            rows: {layout: random(8)}
      """;
}
