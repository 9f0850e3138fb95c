package org.portolan.bench.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A persistent connection for requests of one page after another. It implements only the parts of
 * HTTP/1.1 that this needs, so the client costs little compared with the server. Used by one
 * thread.
 */
final class Connection implements AutoCloseable {
  private static final int HEAD_BYTES_MAX = 16 << 10;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final String LENGTH = "\ncontent-length:";

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  /** The server's answer: the head as text, and the sizes of head and body. */
  record Answer(String head, int headBytes, int bodyBytes) {}

  Connection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** Returns the bytes of a request for a path. */
  static byte[] request(String path, int port) {
    return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Sends a request and reads the answer to its end.
   *
   * @param body receives the body; null to skip it
   */
  Answer exchange(byte[] request, OutputStream body) throws IOException {
    out.write(request);
    int filled = 0;
    int headBytes;
    do {
      if (filled >= HEAD_BYTES_MAX) {
        throw new IOException("the head of an answer is longer than " + HEAD_BYTES_MAX + " bytes");
      }
      int from = Math.max(0, filled - 3);
      filled += read(buffer, filled);
      headBytes = endOfHead(from, filled);
    } while (headBytes < 0);
    String head = new String(buffer, 0, headBytes, StandardCharsets.US_ASCII);
    int length = length(head);
    int left = length - (filled - headBytes);
    write(body, headBytes, filled - headBytes);
    while (left > 0) {
      int count = read(buffer, 0);
      write(body, 0, count);
      left -= count;
    }
    if (left < 0) {
      throw new IOException("the server sent more than it announced");
    }
    return new Answer(head, headBytes, length);
  }

  private int read(byte[] target, int from) throws IOException {
    int count = in.read(target, from, target.length - from);
    if (count < 0) {
      throw new EOFException("the server closed the connection");
    }
    return count;
  }

  private void write(OutputStream body, int from, int count) throws IOException {
    if (body != null) {
      body.write(buffer, from, count);
    }
  }

  private int endOfHead(int from, int to) {
    for (int index = from; index + 3 < to; index++) {
      if (buffer[index] == '\r'
          && buffer[index + 1] == '\n'
          && buffer[index + 2] == '\r'
          && buffer[index + 3] == '\n') {
        return index + 4;
      }
    }
    return -1;
  }

  private static int length(String head) throws IOException {
    String lower = head.toLowerCase(Locale.ROOT);
    int at = lower.indexOf(LENGTH);
    if (at < 0) {
      throw new IOException("an answer does not give its length: " + head);
    }
    int start = at + LENGTH.length();
    return Integer.parseInt(lower.substring(start, lower.indexOf('\r', start)).strip());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
