package org.portolan.cli.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.portolan.cli.Portolan;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;
import org.portolan.wiki.load.DumpSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.storage.WikiStorage;

/**
 * The way of a wiki from an embedded relational database to a store, each step by the command that
 * a user would type. Each step prints one line, and leaves what it made in the directory. Used by
 * one thread.
 */
final class Story {
  private static final String HANDBOOK = "handbook.xml";
  private static final String DESIGN = "wiki-proposed";
  private static final Duration BEFORE_COPY = Duration.ofSeconds(1);
  private static final int PASSES_MAX = 5;
  private static final long SEED = 1;

  private final Path directory;
  private final Duration crowdTime;
  private final PrintWriter out;
  private final String twin;

  /**
   * @param crowdTime how long people use the twin before a design is proposed
   */
  Story(Path directory, Duration crowdTime, PrintWriter out) {
    this.directory = directory;
    this.crowdTime = crowdTime;
    this.out = out;
    Path database = directory.resolve("twin");
    this.twin = "jdbc:h2:" + (database.isAbsolute() ? "" : "./") + database;
  }

  /** Returns the store at the end of the way. */
  static Path store(Path directory) {
    return directory.resolve("store");
  }

  private String storeUri() {
    return "rocksdb:" + store(directory);
  }

  private Path proposal(String file) {
    return directory.resolve("proposal").resolve(file);
  }

  /**
   * Goes all the way, to a store with the wiki of the twin.
   *
   * @return whether every step succeeded; otherwise the failed one has printed why
   */
  @SuppressWarnings("try")
  boolean tell() throws IOException, InterruptedException {
    Files.createDirectories(directory);
    // Without a limit of its size, H2 would begin its log anew after 16 MB.
    String logging = twin + ";TRACE_LEVEL_FILE=2;TRACE_MAX_FILE_SIZE=1024";
    try (WikiStorage wiki = Wikis.openOrCreateStorage(logging)) {
      fill(wiki);
      try (JobThreads jobs = JobThreads.background(new LinkJobs(wiki))) {
        use(wiki);
        return design() && copyBesideWriters(wiki);
      }
    }
  }

  static void importHandbook(WikiStorage wiki) throws IOException {
    try (InputStream stream = WikiModel.class.getResourceAsStream(HANDBOOK);
        DumpSource source = DumpSource.open(stream, HANDBOOK, DumpOptions.all())) {
      new WikiImport(wiki, source, false, broken -> {}, reached -> {}, looked -> {}).run();
    }
  }

  private void fill(WikiStorage wiki) throws IOException {
    importHandbook(wiki);
    Crowd.generate(wiki.wiki());
    step(
        "twin",
        "the handbook and generated pages, "
            + wiki.wiki().statistics().pages()
            + " in all, are a wiki on the tables of an embedded database (H2)",
        twin);
  }

  private Path log() {
    return directory.resolve("queries.log");
  }

  private void use(WikiStorage wiki) throws IOException, InterruptedException {
    long acts;
    long writes;
    try (Crowd crowd = Crowd.start(wiki.wiki(), SEED)) {
      crowd.last(crowdTime);
      acts = crowd.acts();
      writes = crowd.writes();
    }
    // H2 goes on with its own file, and would log the advisor's statements there, too.
    Files.copy(directory.resolve("twin.trace.db"), log());
    step(
        "crowd",
        String.format(
            Locale.ROOT,
            "%d people used it for %d s (%,d operations, %,d writes); H2 logged each statement",
            Crowd.PEOPLE,
            crowdTime.toSeconds(),
            acts,
            writes),
        log().toString());
  }

  private boolean design() {
    List<String> printed = new ArrayList<>();
    boolean good =
        run(
            printed,
            "design",
            "--from",
            twin,
            "--log",
            log().toString(),
            "--target",
            "rocksdb",
            "--name",
            DESIGN,
            "--out",
            directory.resolve("proposal").toString());
    return end(
        good,
        "design",
        value(printed, "from")
            + ": "
            + value(printed, "has")
            + "; tried: "
            + value(printed, "tried"),
        proposal("report.html").toString(),
        printed);
  }

  /**
   * Copies while the crowd goes on, stops it, and copies what has changed since. Both copies read
   * one state of the database.
   */
  private boolean copyBesideWriters(WikiStorage wiki) throws InterruptedException {
    List<String> printed = new ArrayList<>();
    boolean copied;
    long writes;
    try (Crowd crowd = Crowd.start(wiki.wiki(), SEED + 1)) {
      crowd.last(BEFORE_COPY);
      copied = migrate(printed);
      writes = crowd.writes();
    }
    String where = directory.resolve("proposal") + "/mapping.yaml";
    if (!end(
        copied,
        "migrate",
        "copied while the crowd went on with "
            + writes
            + " writes: "
            + lastLine(printed, "tables="),
        where,
        printed)) {
      return false;
    }
    int passes = 0;
    boolean same = false;
    while (!same && passes++ < PASSES_MAX) {
      // A title that one page gave up and another took fits only in the pass after the next.
      printed.clear();
      same =
          migrate(printed, "--resume", "--verify=full", "--repair")
              && lastLine(printed, "differences=").startsWith("differences=0 ");
    }
    return end(
            same,
            "catch up",
            "the crowd has stopped; what it changed is copied in "
                + passes
                + " passes: "
                + lastLine(printed, "tables="),
            storeUri(),
            printed)
        && end(
            same,
            "verify",
            "every field of every row, in both directions: " + lastLine(printed, "differences="),
            storeUri(),
            printed)
        && compare(wiki);
  }

  private boolean migrate(List<String> printed, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "migrate",
                "--from",
                twin,
                "--to",
                storeUri(),
                "--design",
                proposal("design.yaml").toString(),
                "--mapping",
                proposal("mapping.yaml").toString(),
                "--rejects",
                directory.resolve("rejects.jsonl").toString()));
    arguments.addAll(Arrays.asList(more));
    return run(printed, arguments.toArray(String[]::new));
  }

  private boolean compare(WikiStorage wiki) {
    try (WikiStorage moved = Wikis.openStorage(storeUri())) {
      SameAnswers answers = new SameAnswers(wiki.wiki(), moved.wiki());
      String differs = answers.firstDifference().orElse("");
      return end(
          differs.isEmpty(),
          "answers",
          differs.isEmpty()
              ? "the application answers alike from both: "
                  + answers.compared()
                  + " answers compared"
              : differs,
          storeUri(),
          List.of());
    }
  }

  /** Runs a command as it would be typed; returns whether it ended with 0. */
  private static boolean run(List<String> printed, String... arguments) {
    StringWriter written = new StringWriter();
    PrintWriter writer = new PrintWriter(written, true);
    int status = Portolan.run(writer, writer, arguments);
    writer.flush();
    written.toString().lines().forEach(printed::add);
    return status == 0;
  }

  private boolean end(boolean good, String name, String what, String where, List<String> printed) {
    step(good ? name : name + " FAILED", what, where);
    if (!good) {
      printed.forEach(out::println);
    }
    return good;
  }

  private void step(String name, String what, String where) {
    out.printf(Locale.ROOT, "%-9s %s -> %s%n", name, what, where);
    out.flush();
  }

  /** Returns what a command printed behind a word at the beginning of a line. */
  private static String value(List<String> printed, String word) {
    return printed.stream()
        .map(String::strip)
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length()).strip())
        .findFirst()
        .orElse("-");
  }

  private static String lastLine(List<String> printed, String begin) {
    return printed.stream()
        .filter(line -> line.startsWith(begin))
        .reduce((first, second) -> second)
        .orElse("-");
  }
}
