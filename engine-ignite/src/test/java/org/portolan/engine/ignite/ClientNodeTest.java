package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.ignite.Ignite;
import org.junit.jupiter.api.Test;
import org.portolan.engine.UnavailableException;

/** A process that leaves its cluster and joins it again, without servers. */
class ClientNodeTest {
  private static final long WAIT_SECONDS = 20;
  private static final Ignite JOINED = Stubs.of(Ignite.class, Map.of());
  private static final IgniteUri URI =
      IgniteUri.parse("ignite://127.0.0.1:1/store?timeout=500ms&connections=2");

  /**
   * Returns a client node that has joined.
   *
   * @param joining what the attempts to join answer, one after another; the later ones fail
   */
  private static ClientNode node(List<Supplier<Ignite>> joining) {
    Iterator<Supplier<Ignite>> attempts = joining.iterator();
    return new ClientNode(
        URI,
        new Discovery(List.of("127.0.0.1:1"), false),
        new ClientNode.Setup(
            UnaryOperator.identity(),
            configuration -> attempts.next().get(),
            Duration.ofMillis(100)));
  }

  private static Supplier<Ignite> failing(Throwable failure) {
    return () -> {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure;
    };
  }

  private static void awaitJoined(ClientNode node) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (true) {
      try {
        assertThat(node.member()).isNotNull();
        return;
      } catch (UnavailableException joining) {
        assertThat(System.nanoTime()).as("still: %s", joining).isLessThan(end);
        Thread.sleep(10);
      }
    }
  }

  /** The threads of a node need memory: "unable to create native thread". */
  @Test
  void rejoin_attemptsFail_triesAgain() throws InterruptedException {
    try (ClientNode node =
        node(
            List.of(
                () -> JOINED,
                failing(new OutOfMemoryError("unable to create native thread")),
                failing(new IllegalStateException("not an exception of Ignite")),
                () -> JOINED))) {
      node.rejoin(node.member());
      awaitJoined(node);
    }
  }

  @Test
  void rejoin_closingFails_joinsAllTheSame() throws InterruptedException {
    Ignite unclosable =
        Stubs.of(
            Ignite.class,
            Map.of("close", failing(new IllegalStateException("the node is in a strange state"))));
    try (ClientNode node = node(List.of(() -> unclosable, () -> JOINED))) {
      node.rejoin(node.member());
      awaitJoined(node);
    }
  }
}
