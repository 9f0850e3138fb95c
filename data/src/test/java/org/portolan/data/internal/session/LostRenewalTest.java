package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.data.MovableRuntime;
import org.portolan.engine.Engine;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;

class LostRenewalTest {
  private static final int ALL = Integer.MAX_VALUE;

  private final MovableRuntime time = new MovableRuntime(InstantSource.system());
  private int writesLeft = ALL;
  private boolean answers = true;

  /** Returns an engine that makes some more writes, and answers them or not. */
  private Engine failing(Engine engine) {
    return (Engine)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              boolean writes = method.getName().equals("mutate");
              if (writes ? writesLeft-- <= 0 : method.getName().equals("get") && !answers) {
                throw new UnavailableException("no server answers");
              }
              Object answer;
              try {
                answer = method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (writes && !answers) {
                throw new OutcomeUnknownException("no answer");
              }
              return answer;
            });
  }

  /** Other processes may have seen it at once, and have waited since. */
  @Test
  void lease_renewalFoundLongAfterItWasMade_isNotLonger() {
    Engine engine = failing(MemoryCluster.ofRows("session", 1).connect());
    engine.createTable(SessionTable.schema());
    Session session = Session.join(new Sessions(engine, List.of()), time, "test");
    answers = false;
    assertThatThrownBy(session::renew).isInstanceOf(UnavailableException.class);
    time.pass(Duration.ofSeconds(40));
    answers = true;
    writesLeft = 1;
    assertThatThrownBy(session::renew).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> session.requireAlive(Set.of(), 0))
        .isInstanceOf(UnavailableException.class);
    writesLeft = ALL;
    session.requireAlive(Set.of(), 0);
    assertThat(session.isEnded()).isFalse();
    session.leave();
  }
}
