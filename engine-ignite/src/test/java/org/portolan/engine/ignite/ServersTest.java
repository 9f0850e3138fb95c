package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.ignite.IgniteException;
import org.apache.ignite.client.ClientConnectionException;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.portolan.engine.UnavailableException;

/** Servers that are down come back, whatever the failure of their connections was. */
@Timeout(60)
@Tag("servers")
class ServersTest {
  private static final IgniteUri URI = IgniteUri.parse("ignite://one:1,two:2/test");

  /** Servers that accept connections and answer nothing useful. */
  private static final class Scripted extends Connector {
    final Set<String> down = ConcurrentHashMap.newKeySet();
    final ConcurrentLinkedQueue<Supplier<RuntimeException>> failures =
        new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<Supplier<RuntimeException>> failuresOfAll =
        new ConcurrentLinkedQueue<>();

    final Set<Connection> aware = ConcurrentHashMap.newKeySet();

    Scripted() {
      super(URI);
    }

    @Override
    Connection connect(String address) {
      if (down.contains(address)) {
        throw new ClientConnectionException("down");
      }
      failNext(failures);
      return connection();
    }

    @Override
    Connection connectToAll() {
      failNext(failuresOfAll);
      Connection connection = connection();
      aware.add(connection);
      return connection;
    }

    private static void failNext(ConcurrentLinkedQueue<Supplier<RuntimeException>> failures) {
      Supplier<RuntimeException> failure = failures.poll();
      if (failure != null) {
        throw failure.get();
      }
    }

    private static Connection connection() {
      return new Connection((IgniteClient) answering(IgniteClient.class));
    }

    /** Returns an object; each of its methods returns another such object, or nothing. */
    private static Object answering(Class<?> type) {
      return Proxy.newProxyInstance(
          type.getClassLoader(),
          new Class<?>[] {type},
          (proxy, method, arguments) ->
              method.getReturnType().isInterface() ? answering(method.getReturnType()) : null);
    }
  }

  @Test
  void reconnect_failureThatIsNoneOfTheClient_isTriedAgain() throws InterruptedException {
    Scripted connector = new Scripted();
    connector.down.add("two:2");
    try (Servers servers = new Servers(URI, connector)) {
      connector.failures.add(() -> new IgniteException("none of the thin client's"));
      connector.failures.add(() -> new IllegalStateException("a bug"));
      connector.down.clear();
      awaitUp(servers, 2);
    }
  }

  @Test
  void opening_failureThatIsNoneOfTheClient_leavesThatServerForLater() throws InterruptedException {
    Scripted connector = new Scripted();
    connector.failures.add(() -> new IgniteException("none of the thin client's"));
    try (Servers servers = new Servers(URI, connector)) {
      awaitUp(servers, 2);
    }
  }

  @Test
  void becomeAware_failureThatIsNoneOfTheClient_isTriedAgain() throws InterruptedException {
    Scripted connector = new Scripted();
    connector.failuresOfAll.add(() -> new IgniteException("none of the thin client's"));
    connector.failuresOfAll.add(() -> new IllegalStateException("a bug"));
    try (Servers servers = new Servers(URI, connector)) {
      while (!connector.aware.contains(servers.read(connection -> connection))) {
        Thread.sleep(10);
      }
    }
  }

  @Test
  void read_whileAServerIsLeaving_isMadeAgain() {
    try (Servers servers = new Servers(URI, new Scripted())) {
      AtomicInteger attempts = new AtomicInteger();
      int answer =
          servers.read(
              connection -> {
                if (attempts.incrementAndGet() < 3) {
                  throw leaving();
                }
                return 7;
              });
      assertThat(answer).isEqualTo(7);
      assertThat(attempts).hasValue(3);
      assertThat(Failures.ofRead("read", leaving())).isInstanceOf(UnavailableException.class);
    }
  }

  private static ClientException leaving() {
    return new ClientException(
        "Ignite failed to process request [8]: Failed to send message (node may have left the grid"
            + " or TCP connection cannot be established due to firewall issues) (server status code"
            + " [1])");
  }

  private static void awaitUp(Servers servers, int count) throws InterruptedException {
    Set<Server> seen = new HashSet<>();
    while (seen.size() < count) {
      seen.add(servers.any());
      Thread.sleep(10);
    }
  }
}
