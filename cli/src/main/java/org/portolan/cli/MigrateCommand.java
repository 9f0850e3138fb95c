package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.Migration;
import org.portolan.migrate.MigrationOptions;
import org.portolan.migrate.SwitchNote;
import org.portolan.migrate.sql.JdbcSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan migrate}. */
@Command(
    name = "migrate",
    description = {
      "Moves the rows of a relational database into a store, by a design and a mapping, or brings"
          + " them back. Reads one state of the database and locks nothing unless you say so; rows"
          + " that do not fit go to a file with the reason. An interrupted migration continues with"
          + " --resume.",
      ""
    },
    mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {
  private static final String JDBC = "jdbc:";

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
      names = "--after-switch",
      description =
          "Copy, although 'switch now' was said: the application did not switch, or what it has"
              + " written to the store since may be lost.")
  boolean afterSwitch;

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

  @Mixin FollowOptions following;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    requireOptions();
    if (rejects == null) {
      rejects = Path.of(sample == null ? "migrate-rejects.jsonl" : "migrate-sample.jsonl");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (!from.startsWith(JDBC)) {
      return new ReturnRun(from, to, mapping, rejects).run(out, err) > 0 ? 1 : 0;
    }
    Optional<Design> given = Optional.ofNullable(design).map(DesignReader::read);
    if (sample != null) {
      MigrationDryRun dry = new MigrationDryRun(given.orElseThrow(), mapping, options(), out);
      return dry.run(this::source) > 0 ? 1 : 0;
    }
    MigrationRun run = new MigrationRun(options(), "full".equals(verify), repair, out, err);
    if (following.follow) {
      return follow(run, given);
    }
    try (JdbcSource source = source();
        Store store = open(given)) {
      return run(run, source, store);
    }
  }

  private JdbcSource source() {
    return new JdbcSource(from, parallel, lockBriefly);
  }

  private int run(MigrationRun run, JdbcSource source, Store store) {
    if (!noCopy || repair) {
      SwitchNote.requireNone(store, afterSwitch);
    }
    Mapping mapped = MappingReader.read(mapping, store.design());
    Migration migration = run.migration(source, store, mapped);
    long rejected = noCopy ? 0 : run.copy(migration, store);
    boolean equal =
        verify == null
            || run.verify(migration, store).stream()
                .allMatch(table -> table.isClean() && table.unfit() == 0);
    if (!noCopy || repair) {
      SwitchNote.forget(store);
    }
    return rejected > 0 || !equal ? 1 : 0;
  }

  private int follow(MigrationRun run, Optional<Design> given) {
    try (Store store = open(given)) {
      SwitchNote.requireNone(store, afterSwitch);
      Mapping mapped = MappingReader.read(mapping, store.design());
      return new FollowRun(from, store, mapped, run.options(), spec.commandLine().getOut())
          .run(
              () -> {
                try (JdbcSource source = source()) {
                  run.copy(run.migration(source, store, mapped), store);
                }
              },
              last -> run.verify(last, store),
              following.switching());
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
    check(!back || !following.follow, "--follow is not for the way back");
    following.check(this::check);
    check(
        !following.follow || !(noCopy || sample != null),
        "--follow copies: no --no-copy, no --dry-run");
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
}
