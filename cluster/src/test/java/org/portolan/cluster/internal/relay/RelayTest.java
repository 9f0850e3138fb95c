package org.portolan.cluster.internal.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.portolan.cluster.internal.process.Polling;
import org.portolan.cluster.internal.process.PortChooser;

/** Sockets through a relay. Nothing here fails because a machine is slow. */
@Timeout(300)
class RelayTest {
  private static final Duration DISTANCE = Duration.ofMillis(30);
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private final List<Socket> sockets = new ArrayList<>();
  private ServerSocket target;
  private Relay relay;

  @BeforeEach
  void start() throws IOException {
    target = new ServerSocket(0, 50, LOOPBACK);
    relay = relay(DISTANCE, (InetSocketAddress) target.getLocalSocketAddress());
  }

  @AfterEach
  void stop() throws IOException {
    relay.close();
    target.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private Relay relay(Duration distance, InetSocketAddress to) throws IOException {
    return Relay.start(
        distance, List.of(new Relay.Route(new InetSocketAddress(LOOPBACK, 0), to)), log::add);
  }

  /** Both ends of a connection through the relay. */
  private record Ends(Socket near, Socket far) {}

  private Ends connect() throws IOException {
    Socket near = new Socket();
    sockets.add(near);
    near.connect(relay.addresses().get(0));
    Socket far = target.accept();
    sockets.add(far);
    return new Ends(near, far);
  }

  private static boolean comesTrue(BooleanSupplier condition) {
    return new Polling(Duration.ofMinutes(2)).until(condition);
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Socket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
  }

  @Test
  void data_eachWay_takeAtLeastTheDistance() throws IOException {
    Ends ends = connect();
    for (int round = 0; round < 5; round++) {
      long sent = System.nanoTime();
      write(ends.near(), "there");
      assertThat(read(ends.far(), 5)).isEqualTo("there");
      long there = System.nanoTime();
      write(ends.far(), "back");
      assertThat(read(ends.near(), 4)).isEqualTo("back");

      assertThat(there - sent).isGreaterThanOrEqualTo(DISTANCE.toNanos());
      assertThat(System.nanoTime() - there).isGreaterThanOrEqualTo(DISTANCE.toNanos());
    }
  }

  @Test
  void pieces_manyOnTheirWay_keepOrderAndEachTakesAtLeastTheDistance() throws Exception {
    Ends ends = connect();
    int pieces = 1_000;
    Future<?> sender =
        inBackground(
            () -> {
              DataOutputStream out = new DataOutputStream(ends.near().getOutputStream());
              for (int piece = 0; piece < pieces; piece++) {
                out.writeLong(System.nanoTime());
              }
            });
    DataInputStream in = new DataInputStream(ends.far().getInputStream());
    long before = Long.MIN_VALUE;
    for (int piece = 0; piece < pieces; piece++) {
      long sent = in.readLong();
      assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(DISTANCE.toNanos());
      assertThat(sent).isGreaterThanOrEqualTo(before);
      before = sent;
    }
    sender.get();
  }

  @Test
  void megabytes_bothWaysAtOnce_arriveWhole() throws Exception {
    Ends ends = connect();
    byte[] there = new byte[3 * DelayedPipe.HELD_MAX + 4_711];
    byte[] back = new byte[2 * DelayedPipe.HELD_MAX + 12];
    new Random(7).nextBytes(there);
    new Random(8).nextBytes(back);

    Future<?> fromNear = inBackground(() -> sendAll(ends.near(), there));
    Future<?> fromFar = inBackground(() -> sendAll(ends.far(), back));
    CompletableFuture<byte[]> atNear =
        CompletableFuture.supplyAsync(
            () -> receiveAll(ends.near()), task -> new Thread(task).start());

    assertThat(receiveAll(ends.far())).isEqualTo(there);
    assertThat(atNear.get()).isEqualTo(back);
    fromNear.get();
    fromFar.get();
    assertThat(comesTrue(() -> relay.connections() == 0)).isTrue();
  }

  private static void sendAll(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    socket.shutdownOutput();
  }

  private static byte[] receiveAll(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (IOException failure) {
      throw new AssertionError("the data did not arrive", failure);
    }
  }

  /** What the pipe and the sockets of the system do not hold stays with the sender. */
  @Test
  void receiver_thatDoesNotRead_makesTheSenderWait() throws Exception {
    Ends ends = connect();
    AtomicLong sent = new AtomicLong();
    byte[] piece = new byte[1 << 16];
    long most = 64L << 20;
    Future<?> sender =
        inBackground(
            () -> {
              OutputStream out = ends.near().getOutputStream();
              while (sent.get() < most) {
                out.write(piece);
                sent.addAndGet(piece.length);
              }
              ends.near().shutdownOutput();
            });

    long stood = standsStill(sent);
    assertThat(stood).isLessThan(most);
    InputStream in = ends.far().getInputStream();
    long received = 0;
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      received += count;
    }
    sender.get();
    assertThat(received).isEqualTo(most);
  }

  /** Returns a number once it has stayed the same for long, or is as large as it gets. */
  private static long standsStill(AtomicLong number) throws InterruptedException {
    long before = -1;
    long now = 0;
    while (before != now) {
      before = now;
      Thread.sleep(500);
      now = number.get();
    }
    return now;
  }

  @Test
  void halfClose_arrivesAfterTheDataAndTheOtherDirectionGoesOn() throws IOException {
    Ends ends = connect();
    long closed = System.nanoTime();
    write(ends.near(), "last");
    ends.near().shutdownOutput();

    assertThat(ends.far().getInputStream().readAllBytes()).asString().isEqualTo("last");
    assertThat(System.nanoTime() - closed).isGreaterThanOrEqualTo(DISTANCE.toNanos());
    write(ends.far(), "answer");
    assertThat(read(ends.near(), 6)).isEqualTo("answer");
    assertThat(relay.connections()).isEqualTo(1);
    ends.far().close();
    assertThat(ends.near().getInputStream().read()).isEqualTo(-1);
    assertThat(comesTrue(() -> relay.connections() == 0)).isTrue();
  }

  @Test
  void close_withDataOnTheirWay_arrivesAfterThem() throws IOException {
    Ends ends = connect();
    write(ends.near(), "farewell");
    ends.near().close();

    assertThat(ends.far().getInputStream().readAllBytes()).asString().isEqualTo("farewell");
  }

  @Test
  void reset_ofOneEnd_reachesTheOtherAfterTheDistance() throws IOException {
    Ends ends = connect();
    ends.near().setSoLinger(true, 0);
    long reset = System.nanoTime();
    ends.near().close();

    assertThatThrownBy(() -> ends.far().getInputStream().read())
        .isInstanceOf(SocketException.class);
    assertThat(System.nanoTime() - reset).isGreaterThanOrEqualTo(DISTANCE.toNanos());
    assertThat(comesTrue(() -> relay.connections() == 0)).isTrue();
  }

  /** The sender learns of it as it writes on, since the far end takes nothing any more. */
  @Test
  void farEnd_gone_breaksTheSendersConnection() throws IOException {
    Ends ends = connect();
    ends.far().close();

    assertThatThrownBy(
            () -> {
              while (true) {
                write(ends.near(), "is anybody there");
              }
            })
        .isInstanceOf(SocketException.class);
    assertThat(comesTrue(() -> relay.connections() == 0)).isTrue();
  }

  @Test
  void target_notThere_resetsAndIsToldOnceUntilItIsBack() throws IOException {
    InetSocketAddress place = (InetSocketAddress) target.getLocalSocketAddress();
    target.close();
    for (int attempt = 0; attempt < 3; attempt++) {
      long begun = System.nanoTime();
      try (Socket near = new Socket()) {
        near.connect(relay.addresses().get(0));
        assertThatThrownBy(() -> near.getInputStream().read()).isInstanceOf(SocketException.class);
      }
      assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(2 * DISTANCE.toNanos());
    }
    assertThat(log).filteredOn(line -> line.contains("does not accept")).hasSize(1);

    target = new ServerSocket();
    target.setReuseAddress(true);
    target.bind(place);
    Ends ends = connect();
    write(ends.near(), "again");
    assertThat(read(ends.far(), 5)).isEqualTo("again");
    assertThat(log).filteredOn(line -> line.contains("accepts connections again")).hasSize(1);
  }

  @Test
  void close_openConnections_areResetAndThePortIsFree() throws IOException {
    InetSocketAddress address = relay.addresses().get(0);
    Ends ends = connect();
    write(ends.near(), "on its way");

    relay.close();

    assertThatThrownBy(() -> read(ends.near(), 1)).isInstanceOf(SocketException.class);
    assertThat(comesTrue(() -> relay.connections() == 0)).isTrue();
    // The system frees the port when the thread that accepted has noticed.
    assertThat(comesTrue(() -> PortChooser.isFree(address.getPort(), List.of("127.0.0.1"))))
        .isTrue();
  }

  @Test
  void noDistance_onlyForwards() throws IOException {
    relay.close();
    relay = relay(Duration.ZERO, (InetSocketAddress) target.getLocalSocketAddress());
    Ends ends = connect();
    write(ends.near(), "there");
    assertThat(read(ends.far(), 5)).isEqualTo("there");
  }

  @Test
  void start_wrong_isRefused() throws IOException {
    InetSocketAddress anywhere = new InetSocketAddress("0.0.0.0", 0);
    InetSocketAddress taken = (InetSocketAddress) target.getLocalSocketAddress();

    assertThatThrownBy(
            () -> Relay.start(DISTANCE, List.of(new Relay.Route(anywhere, taken)), log::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loopback only");
    assertThatThrownBy(() -> Relay.start(Duration.ofMillis(-1), List.of(), log::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not be negative");
    assertThatThrownBy(
            () -> Relay.start(DISTANCE, List.of(new Relay.Route(taken, taken)), log::add))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("could not listen on 127.0.0.1:" + taken.getPort());
  }

  /** A part of a test that may fail. */
  private interface Work {
    void run() throws IOException;
  }

  private static Future<?> inBackground(Work work) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                end.complete(null);
              } catch (IOException | RuntimeException failure) {
                end.completeExceptionally(failure);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return end;
  }
}
