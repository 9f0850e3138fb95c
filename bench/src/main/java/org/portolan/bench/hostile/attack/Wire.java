package org.portolan.bench.hostile.attack;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * A connection to the server from one of this machine's addresses: 127.0.0.2 is another client than
 * 127.0.0.1. It sends any bytes, and reads answers that have a length. Used by one thread.
 */
public final class Wire implements AutoCloseable {
  private static final int HEAD_BYTES_MAX = 64 << 10;
  private static final int CONNECT_MILLIS_MAX = 20_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] buffer = new byte[16 << 10];
  private int from;
  private int to;

  /** An answer, whole. */
  public static final class Answer {
    private final int status;
    private final String head;
    private final byte[] body;

    private Answer(int status, String head, byte[] body) {
      this.status = status;
      this.head = head;
      this.body = body;
    }

    public int status() {
      return status;
    }

    /** Returns the bytes of the body, which the caller may keep. */
    public byte[] body() {
      return body;
    }

    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the value of a header field. */
    public Optional<String> header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return head.lines()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).strip())
          .findFirst();
    }
  }

  /**
   * Connects.
   *
   * @param client the address that the server sees
   * @param readMillisMax after this time without a byte, reading throws {@link
   *     java.net.SocketTimeoutException}
   */
  public Wire(String client, int port, int readMillisMax) throws IOException {
    this(client, port, readMillisMax, 0);
  }

  /**
   * @param receiveBytes the size of the receive buffer, 0 for the system's
   */
  Wire(String client, int port, int readMillisMax, int receiveBytes) throws IOException {
    socket = new Socket();
    try {
      if (receiveBytes > 0) {
        socket.setReceiveBufferSize(receiveBytes);
      }
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(client, 0));
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS_MAX);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(readMillisMax);
      in = socket.getInputStream();
      out = socket.getOutputStream();
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Returns the head of a request to read a path. */
  public static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  }

  /** Returns the head of a form, with more header fields. */
  static String post(String path, String... fields) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + String.join("\r\n", fields)
        + "\r\n\r\n";
  }

  /** Sends text; its characters are bytes. */
  public void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }

  /** Sends a form and returns the answer. */
  public Answer submit(String path, String body) throws IOException {
    send(post(path, "Content-Length: " + body.length()) + body);
    return answer();
  }

  /** Requests a path and returns the answer. */
  public Answer fetch(String path) throws IOException {
    send(get(path));
    return answer();
  }

  /** Reads one answer to its end. */
  public Answer answer() throws IOException {
    StringBuilder head = new StringBuilder();
    do {
      head.append((char) read());
      if (head.length() > HEAD_BYTES_MAX) {
        throw new IOException("the head of an answer is longer than " + HEAD_BYTES_MAX + " bytes");
      }
    } while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n"));
    String text = head.toString();
    int space = text.indexOf(' ');
    int status = Integer.parseInt(text.substring(space + 1, space + 4));
    Answer answer = new Answer(status, text, new byte[0]);
    int length = answer.header("Content-Length").map(Integer::parseInt).orElse(0);
    ByteArrayOutputStream body = new ByteArrayOutputStream(length);
    while (body.size() < length) {
      if (from == to) {
        fill();
      }
      int count = Math.min(to - from, length - body.size());
      body.write(buffer, from, count);
      from += count;
    }
    return new Answer(status, text, body.toByteArray());
  }

  /** Returns whether something can be read; does not wait. */
  boolean hasAnswer() throws IOException {
    return from < to || in.available() > 0;
  }

  private int read() throws IOException {
    if (from == to) {
      fill();
    }
    return buffer[from++] & 0xff;
  }

  private void fill() throws IOException {
    int count = in.read(buffer, 0, buffer.length);
    if (count < 0) {
      throw new EOFException("the server closed the connection");
    }
    from = 0;
    to = count;
  }

  /** Ends the connection by a reset instead of in order. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
