package org.portolan.preparedscan.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Requests for pages of several ranges of one region, in one message, and the replies to them, in
 * another. The replies are those to the first requests, in their order; a server may leave out the
 * others.
 *
 * <p>Form of both messages: version, and the length and the bytes of each request or reply.
 */
public final class PageBatch {
  /** The most requests of a message. */
  public static final int REQUESTS_MAX = 256;

  private static final int VERSION = 1;

  private PageBatch() {}

  /** Returns the message of some requests, at least one and at most {@link #REQUESTS_MAX}. */
  public static byte[] ofRequests(List<PageRequest> requests) {
    Output out = new Output();
    out.writeByte(VERSION);
    for (PageRequest request : requests) {
      out.writeBytes(request.toByteArray());
    }
    return out.toByteArray();
  }

  /**
   * Reads the message of some requests.
   *
   * @throws MalformedPageException if the bytes are not such a message, have more than {@link
   *     #REQUESTS_MAX} requests or none, or are of another version
   */
  public static List<PageRequest> requests(byte[] message) {
    List<PageRequest> requests = new ArrayList<>();
    for (byte[] request : parts(message)) {
      requests.add(PageRequest.read(request));
    }
    return requests;
  }

  /** Returns the message of some replies. */
  public static ReplyBytes ofReplies(List<ReplyBytes> replies) {
    Output out = new Output();
    out.writeByte(VERSION);
    for (ReplyBytes reply : replies) {
      out.writeVarint((long) reply.headLength() + reply.rowsLength());
      out.writeRaw(reply.headArray(), 0, reply.headLength());
      out.writeRaw(reply.rowsArray(), 0, reply.rowsLength());
    }
    return new ReplyBytes(out, new Output(0));
  }

  /**
   * Reads the message of some replies.
   *
   * @param rowsBytesMax the most bytes of rows in one reply
   * @throws MalformedPageException as {@link #requests}
   */
  public static List<PageReply> replies(byte[] message, int rowsBytesMax) {
    List<PageReply> replies = new ArrayList<>();
    for (byte[] reply : parts(message)) {
      replies.add(PageReply.read(reply, rowsBytesMax));
    }
    return replies;
  }

  private static List<byte[]> parts(byte[] message) {
    Input in = new Input(message);
    int version = in.readByte();
    if (version != VERSION) {
      throw new MalformedPageException(
          "the message has version " + version + ", but this release knows " + VERSION);
    }
    List<byte[]> parts = new ArrayList<>();
    while (!in.isAtEnd()) {
      parts.add(in.readBytes());
    }
    if (parts.isEmpty() || parts.size() > REQUESTS_MAX) {
      throw new MalformedPageException(
          "the message has " + parts.size() + " parts, not 1 to " + REQUESTS_MAX);
    }
    return parts;
  }
}
