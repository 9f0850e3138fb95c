package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.portolan.data.StillRuntime;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.RowKey;
import org.portolan.engine.fixture.MemoryCluster;

/** The session of one process. */
abstract class SessionStory {
  static final long NOW = 1_000_000_000;
  static final Duration MILLI = Duration.ofMillis(1);
  static final Set<RowKey> ROWS = Set.of(page("A"));

  final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  final Sessions sessions = SessionsTest.sessions(engine);
  final StillRuntime runtime = new StillRuntime(NOW);
  final Membership membership = new Membership(sessions, runtime);

  @AfterEach
  void leave() {
    engine.beforeWrite = mutations -> {};
    membership.leave();
  }

  SessionRecord stored() {
    return sessions.all().get(0);
  }

  void fence() {
    assertThat(sessions.fence(stored())).isTrue();
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
  }
}
