package org.portolan.rehearsal.real;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.target.Target;

/**
 * Each statement of published applications is served as estimated, or refused with a reason. Each
 * application is tried for one engine, by turns, and of the two largest, only one a day; {@code
 * -Dportolan.real.targets=all} tries all.
 */
class RealApplicationsTest {
  private static final boolean ALL = "all".equals(System.getProperty("portolan.real.targets"));
  private static final long SEED =
      Long.getLong("portolan.seed", TimeUnit.MILLISECONDS.toDays(System.currentTimeMillis()));

  /** Hundreds of statements each, nine tenths of all. */
  private static final List<String> LARGEST = List.of("camunda", "flowable");

  @TempDir Path directory;

  static Stream<Application> applications() throws IOException {
    // Each of the largest has four days in a row: one for each engine.
    int turn = Math.floorMod(Math.floorDiv(SEED, Target.values().length), LARGEST.size());
    return Applications.all().stream()
        .filter(
            application ->
                ALL
                    || !LARGEST.contains(application.name())
                    || LARGEST.get(turn).equals(application.name()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("applications")
  void statements_areServedAsEstimated_orRefusedWithAReason(Application application)
      throws IOException {
    List<Target> targets = List.of(Target.values());
    if (!ALL) {
      int turn = Math.floorMod(application.name().hashCode() + SEED, targets.size());
      targets = List.of(targets.get(turn));
    }
    for (Target target : targets) {
      Trial.of(application, target, directory);
    }
  }
}
