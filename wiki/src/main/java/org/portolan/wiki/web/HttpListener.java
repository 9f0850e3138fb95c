package org.portolan.wiki.web;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.HttpHandler;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;

/**
 * Undertow's HTTP/1.1 on one address, with a limit on the connections of a client, which Undertow
 * itself cannot have.
 */
final class HttpListener implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024 - 20;
  private static final int THREAD_BUFFERS = 4;

  /** The kernel keeps at most so many connections, or fewer, that are not accepted yet. */
  private static final int BACKLOG = 4_096;

  private static final long STOP_SECONDS_MAX = 10;

  private final XnioWorker worker;
  private final AcceptingChannel<? extends StreamConnection> accepting;

  /**
   * Serves; requests are answered when this returns.
   *
   * @throws IOException if the address cannot be bound
   */
  HttpListener(InetSocketAddress address, HttpHandler handler, OptionMap server, OptionMap socket)
      throws IOException {
    var buffers = new DefaultByteBufferPool(true, BUFFER_BYTES, -1, THREAD_BUFFERS);
    var http =
        new HttpOpenListener(
            buffers,
            OptionMap.builder()
                .set(UndertowOptions.BUFFER_PIPELINED_DATA, true)
                .addAll(server)
                .getMap());
    http.setRootHandler(handler);
    worker =
        Xnio.getInstance(Undertow.class.getClassLoader())
            .createWorker(
                OptionMap.builder()
                    // A connection stays with its thread; others are free of what it keeps busy.
                    .set(
                        Options.WORKER_IO_THREADS,
                        Math.max(4, 2 * Runtime.getRuntime().availableProcessors()))
                    .set(Options.WORKER_TASK_CORE_THREADS, 1)
                    .set(Options.WORKER_TASK_MAX_THREADS, 1)
                    .set(Options.TCP_NODELAY, true)
                    .set(Options.CORK, true)
                    .getMap());
    try {
      accepting =
          worker.createStreamConnectionServer(
              address,
              ChannelListeners.openListenerAdapter(new Connections(http)),
              OptionMap.builder()
                  .set(Options.TCP_NODELAY, true)
                  .set(Options.REUSE_ADDRESSES, true)
                  .set(Options.BACKLOG, BACKLOG)
                  .addAll(socket)
                  .getMap());
      accepting.resumeAccepts();
    } catch (IOException | RuntimeException e) {
      worker.shutdownNow();
      throw e;
    }
  }

  int port() {
    return accepting.getLocalAddress(InetSocketAddress.class).getPort();
  }

  @Override
  public void close() {
    IoUtils.safeClose(accepting);
    worker.shutdownNow();
    try {
      worker.awaitTermination(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
