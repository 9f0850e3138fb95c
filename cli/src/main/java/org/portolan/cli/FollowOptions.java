package org.portolan.cli;

import java.util.Optional;
import java.util.function.BiConsumer;
import org.portolan.follow.FollowedMigration.CutOver;
import org.portolan.follow.FollowedMigration.Switch;
import picocli.CommandLine.Option;

/** The options of {@code portolan migrate} that follow a database and switch over. */
final class FollowOptions {
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

  /**
   * Checks that these options fit each other.
   *
   * @param check is given each condition, with what is wrong if it does not hold
   */
  void check(BiConsumer<Boolean, String> check) {
    check.accept(follow || (cutOver == null && cutOverHook == null), "--cut-over needs --follow");
    check.accept(
        !acceptRejects || cutOver != null || cutOverHook != null,
        "--accept-rejects needs --cut-over or --cut-over-hook");
    check.accept(
        cutOver == null || cutOverHook == null, "give one of --cut-over and --cut-over-hook");
    check.accept(
        cutOver == null || cutOver.equals("read-only"),
        "--cut-over takes 'read-only', not '" + cutOver + "'; for other means, --cut-over-hook");
  }

  /** Returns how to switch over; empty if the migration follows until it is stopped. */
  Optional<Switch> switching() {
    return Optional.ofNullable(cutOverHook)
        .<CutOver>map(CutOver.Hook::new)
        .or(() -> Optional.ofNullable(cutOver).map(any -> new CutOver.ReadOnly()))
        .map(means -> new Switch(means, acceptRejects));
  }
}
