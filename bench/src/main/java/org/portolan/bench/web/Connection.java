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
public final class Connection implements AutoCloseable {
  private static final int HEAD_BYTES_MAX = 16 << 10;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final String LENGTH = "\ncontent-length:";
  private static final String CHUNKED = "\ntransfer-encoding: chunked";

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  /** What is left in the buffer of a body of chunks. */
  private int position;

  private int end;

  /** The server's answer: the head as text, and the sizes of head and body. */
  public record Answer(String head, int headBytes, int bodyBytes) {
    public boolean hasStatus(int status) {
      return head.startsWith("HTTP/1.1 " + status + " ");
    }
  }

  /** Connects to a server on this machine. */
  public Connection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** Returns the bytes of a request for a path. */
  public static byte[] request(String path, int port) {
    return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the bytes of a request that sends a form. */
  public static byte[] post(String path, int port, String form) {
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + form.length()
            + "\r\n\r\n"
            + form)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Sends a request and reads the answer to its end.
   *
   * @param body receives the body; null to skip it
   */
  public Answer exchange(byte[] request, OutputStream body) throws IOException {
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
    if (head.toLowerCase(Locale.ROOT).contains(CHUNKED)) {
      position = headBytes;
      end = filled;
      return new Answer(head, headBytes, chunks(body));
    }
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

  /** Copies a body of chunks, each with its length in hexadecimal digits on a line before it. */
  private int chunks(OutputStream body) throws IOException {
    int length = 0;
    while (true) {
      String size = line();
      int left = Integer.parseInt(size.split(";", 2)[0].strip(), 16);
      length += left;
      boolean last = left == 0;
      while (left > 0) {
        refill();
        int count = Math.min(left, end - position);
        write(body, position, count);
        position += count;
        left -= count;
      }
      line();
      if (last) {
        return length;
      }
    }
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      refill();
      char letter = (char) buffer[position++];
      if (letter == '\n') {
        return line.toString().strip();
      }
      line.append(letter);
    }
  }

  private void refill() throws IOException {
    if (position == end) {
      position = 0;
      end = read(buffer, 0);
    }
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
