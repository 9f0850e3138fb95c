package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.follow.FollowedMigration.CutOver;
import org.portolan.follow.FollowedMigration.Switch;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.MigrationSummary;
import org.portolan.migrate.ReturnMigration;
import org.portolan.migrate.Verification;
import org.portolan.migrate.sql.JdbcSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan migrate}. */
@Command(
    name = "migrate",
    description = {
      "Moves the rows of a relational database into a store, by a design and a mapping, or brings"
          + " them back. Reads one state of the database and locks nothing; rows that do not fit go"
          + " to a file with the reason. An interrupted migration continues with --resume.",
      ""
    },
    mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {
  private static final String JDBC = "jdbc:";
  private static final int DIFFERENCES_SHOWN = 1_000;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "URI",
      description =
          "The database, for example jdbc:mariadb://HOST/DB?user=U, with its password in the"
              + " environment variable PORTOLAN_JDBC_PASSWORD; to bring rows back, the store.")
  String from;

  @Option(
      names = "--to",
      paramLabel = "URI",
      description =
          "The store, which is created if there is none; to bring rows back, the database with"
              + " empty tables.")
  String to;

  @Option(
      names = "--design",
      paramLabel = "FILE",
      description = "The design of the store (default: that of the store).")
  Path design;

  @Option(
      names = "--mapping",
      required = true,
      paramLabel = "FILE",
      description = "What becomes of the rows of each table.")
  Path mapping;

  @Option(
      names = "--rejects",
      paramLabel = "FILE",
      description =
          "The file for rows that do not fit (default: migrate-rejects.jsonl; of a dry run"
              + " migrate-sample.jsonl, which is replaced).")
  Path rejects;

  @Option(
      names = "--resume",
      description =
          "Continue an interrupted migration, or copy what has changed in the database since a"
              + " finished one.")
  boolean resume;

  @Option(
      names = "--moved",
      description =
          "With --resume: the database is the one with which the migration began, but has another"
              + " address or file now.")
  boolean moved;

  @Option(
      names = "--dry-run",
      arity = "0..1",
      fallbackValue = "1000",
      paramLabel = "ROWS",
      description =
          "Move so many rows of each table (default: ${FALLBACK-VALUE}) into a store that is"
              + " removed at the end, and show what would happen.")
  Integer sample;

  @Option(
      names = "--verify",
      arity = "0..1",
      fallbackValue = "sample",
      paramLabel = "full",
      description =
          "Compare the database with the store, after the copy and in the same state: counts and"
              + " digests of all rows, and every field of one in fifty; with 'full', every field of"
              + " every row.")
  String verify;

  @Option(names = "--no-copy", description = "Copy nothing: only verify.")
  boolean noCopy;

  @Option(
      names = "--repair",
      description = "Copy again what --verify finds to differ, and delete what is surplus.")
  boolean repair;

  @Option(
      names = "--parallel",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Threads that read, where the database shares its state between connections, and that"
              + " write, where writes do not conflict (default: ${DEFAULT-VALUE}).")
  int parallel;

  @Option(
      names = "--lock-briefly",
      description =
          "MariaDB and MySQL: lock all tables for the moment in which several connections begin"
              + " (needs the privilege RELOAD). Otherwise one connection reads.")
  boolean lockBriefly;

  @Option(
      names = "--rate",
      paramLabel = "ROWS",
      defaultValue = "0",
      description = "Read at most so many rows in a second (default: any number).")
  long rate;

  @Option(
      names = "--follow",
      description =
          "Apply what is written to the database meanwhile, and afterwards, from its binary log"
              + " (MariaDB) or a replication slot (PostgreSQL), until this is stopped or switches"
              + " over. Fetches Debezium on first use.")
  boolean follow;

  @Option(
      names = "--cut-over",
      paramLabel = "read-only",
      description =
          "With --follow: when the lag is under a second, make the database read-only, apply what"
              + " is left, compare, and say whether to switch.")
  String cutOver;

  @Option(
      names = "--cut-over-hook",
      paramLabel = "COMMAND",
      description =
          "As --cut-over, but this command stops the writers: it must end with status 0 when none"
              + " is left, within ten minutes.")
  String cutOverHook;

  @Option(
      names = "--accept-rejects",
      description =
          "With --cut-over or its hook: switch over although rows of the database are not in the"
              + " store, because they do not fit. Without it, such rows forbid the switch.")
  boolean acceptRejects;

  @Spec CommandSpec spec;

  /** The number of differences found. */
  private long found;

  @Override
  public Integer call() {
    requireOptions();
    if (rejects == null) {
      rejects = Path.of(sample == null ? "migrate-rejects.jsonl" : "migrate-sample.jsonl");
    }
    if (!from.startsWith(JDBC)) {
      return bringBack();
    }
    Optional<Design> given = Optional.ofNullable(design).map(DesignReader::read);
    if (sample != null) {
      return dryRun(given);
    }
    if (follow) {
      return follow(given);
    }
    try (JdbcSource source = new JdbcSource(from, parallel, lockBriefly);
        Store store = open(given)) {
      return run(source, store, MappingReader.read(mapping, store.design()));
    }
  }

  private int follow(Optional<Design> given) {
    PrintWriter out = spec.commandLine().getOut();
    try (Store store = open(given)) {
      Mapping mapped = MappingReader.read(mapping, store.design());
      return new FollowRun(from, store, mapped, options(), out)
          .run(
              () -> {
                try (JdbcSource source = new JdbcSource(from, parallel, lockBriefly)) {
                  AtomicReference<LongConsumer> progress = new AtomicReference<>(rows -> {});
                  copy(migration(source, store, mapped, progress), store, progress);
                }
              },
              last -> verify(last, store, new AtomicReference<>(rows -> {})),
              Optional.ofNullable(cutOverHook)
                  .<CutOver>map(CutOver.Hook::new)
                  .or(() -> Optional.ofNullable(cutOver).map(any -> new CutOver.ReadOnly()))
                  .map(means -> new Switch(means, acceptRejects)));
    }
  }

  private void requireOptions() {
    boolean back = !from.startsWith(JDBC);
    check(to != null || sample != null, "--to is missing: name the store");
    check(to == null || back == to.startsWith(JDBC), "one of --from and --to is a database");
    check(parallel >= 1 && parallel <= 256, "--parallel must be from 1 to 256, not " + parallel);
    check(rate >= 0, "--rate must not be negative: " + rate);
    check(sample == null || sample > 0, "--dry-run must be a number of rows, not " + sample);
    check(
        verify == null || verify.equals("full") || verify.equals("sample"),
        "--verify takes 'full' or nothing, not '" + verify + "'");
    check(resume || !moved, "--moved needs --resume");
    check(verify != null || !(repair || noCopy), "--repair and --no-copy need --verify");
    check(
        !back || (sample == null && verify == null && !resume && design == null),
        "--dry-run, --verify, --resume and --design are not for the way back");
    check(sample == null || (verify == null && !resume), "--dry-run goes with no other step");
    check(sample == null || design != null, "--dry-run needs --design");
    check(!back || !follow, "--follow is not for the way back");
    check(follow || (cutOver == null && cutOverHook == null), "--cut-over needs --follow");
    check(
        !acceptRejects || cutOver != null || cutOverHook != null,
        "--accept-rejects needs --cut-over or --cut-over-hook");
    check(cutOver == null || cutOverHook == null, "give one of --cut-over and --cut-over-hook");
    check(
        cutOver == null || cutOver.equals("read-only"),
        "--cut-over takes 'read-only', not '" + cutOver + "'; for other means, --cut-over-hook");
    check(!follow || !(noCopy || sample != null), "--follow copies: no --no-copy, no --dry-run");
  }

  private void check(boolean right, String message) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), message);
    }
  }

  private Store open(Optional<Design> given) {
    StoreOptions options =
        resume ? StoreOptions.DEFAULT.admittingUnfinishedLoads() : StoreOptions.DEFAULT;
    return given.isPresent()
        ? Stores.openOrCreate(to, given.get(), options)
        : Stores.open(to, options);
  }

  private int run(JdbcSource source, Store store, Mapping mapped) {
    AtomicReference<LongConsumer> progress = new AtomicReference<>(rows -> {});
    Migration migration = migration(source, store, mapped, progress);
    long rejected = noCopy ? 0 : copy(migration, store, progress);
    boolean equal =
        verify == null
            || verify(migration, store, progress).stream()
                .allMatch(table -> table.isClean() && table.unfit() == 0);
    return rejected > 0 || !equal ? 1 : 0;
  }

  private Migration migration(
      JdbcSource source, Store store, Mapping mapped, AtomicReference<LongConsumer> progress) {
    Migration migration =
        new Migration(
            source, mapped, store.design(), options(), rows -> progress.get().accept(rows));
    spec.commandLine().getOut().println("source: " + source.isolation());
    return migration;
  }

  /** Copies the rows, and returns how many were rejected. */
  private long copy(Migration migration, Store store, AtomicReference<LongConsumer> progress) {
    PrintWriter out = spec.commandLine().getOut();
    MigrationSummary summary;
    try (Progress shown = shown("migrate", migration.expectedRows())) {
      progress.set(shown::reached);
      summary = migration.run(store);
    }
    MigrationText.print(summary, out);
    if (summary.rejected() > 0) {
      out.println("rejected rows are in " + rejects);
    }
    return summary.rejected();
  }

  private List<Verification.TableResult> verify(
      Migration migration, Store store, AtomicReference<LongConsumer> progress) {
    PrintWriter out = spec.commandLine().getOut();
    long before = migration.rowsRead();
    List<Verification.TableResult> results;
    double seconds;
    try (Progress shown = shown("verify", migration.expectedRows())) {
      progress.set(rows -> shown.reached(rows - before));
      results =
          new Verification(
                  migration,
                  store,
                  "full".equals(verify),
                  repair,
                  difference -> {
                    if (found++ < DIFFERENCES_SHOWN) {
                      out.println(difference);
                    }
                  })
              .run();
      seconds = shown.seconds();
    }
    if (found > DIFFERENCES_SHOWN) {
      out.printf(Locale.ROOT, "... and %,d more differences%n", found - DIFFERENCES_SHOWN);
    }
    MigrationText.print(results, repair, seconds, out);
    return results;
  }

  private MigrationOptions options() {
    return new MigrationOptions(
        parallel,
        MigrationOptions.RANGE_ROWS_DEFAULT,
        rate,
        resume,
        moved,
        sample == null ? 0 : sample,
        rejects);
  }

  private Progress shown(String task, OptionalLong expected) {
    return new Progress(task, "rows", expected, spec.commandLine().getErr());
  }

  private int dryRun(Optional<Design> given) {
    PrintWriter out = spec.commandLine().getOut();
    Path directory = null;
    try {
      directory = Files.createTempDirectory("portolan-migrate");
      boolean unused = Files.deleteIfExists(rejects);
      try (JdbcSource source = new JdbcSource(from, parallel, lockBriefly);
          Store store = Stores.openOrCreate("rocksdb:" + directory, given.orElseThrow())) {
        MigrationSummary summary =
            new Migration(
                    source,
                    MappingReader.read(mapping, store.design()),
                    store.design(),
                    options(),
                    rows -> {})
                .run(store);
        out.println("source: " + source.isolation());
        out.println(
            "a sample of at most "
                + sample
                + " rows of each table; owners and references were not looked for, and nothing was"
                + " kept");
        MigrationText.print(summary, out);
        if (summary.rejected() > 0) {
          out.println("rejected rows are in " + rejects);
        }
        return summary.rejected() > 0 ? 1 : 0;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a directory for the sample", e);
    } finally {
      if (directory != null) {
        remove(directory);
      }
    }
  }

  private static void remove(Path directory) {
    try {
      Directories.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the sample in " + directory, e);
    }
  }

  private int bringBack() {
    PrintWriter out = spec.commandLine().getOut();
    AtomicReference<Progress> shown = new AtomicReference<>();
    try (Store store = Stores.open(from)) {
      Mapping mapped = MappingReader.read(mapping, store.design());
      MigrationSummary summary;
      try (Progress progress = shown("migrate", OptionalLong.empty());
          ReturnMigration work =
              new ReturnMigration(
                  store,
                  mapped,
                  to,
                  rejects,
                  rows -> Optional.ofNullable(shown.get()).ifPresent(p -> p.reached(rows)))) {
        shown.set(progress);
        summary = work.run();
      }
      MigrationText.print(summary, out);
      if (summary.rejected() > 0) {
        out.println("rejected rows are in " + rejects);
      }
      return summary.rejected() > 0 ? 1 : 0;
    }
  }
}
