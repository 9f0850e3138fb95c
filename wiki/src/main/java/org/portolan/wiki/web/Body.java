package org.portolan.wiki.web;

import java.nio.ByteBuffer;

/** The bytes of a reply, never changed once made, so that many requests can send them at once. */
final class Body {
  static final Body NONE = new Body(new byte[0]);

  private final ByteBuffer bytes;

  private Body(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  static Body of(byte[] bytes) {
    return bytes.length == 0 ? NONE : new Body(bytes.clone());
  }

  int length() {
    return bytes.capacity();
  }

  /** Returns a view to send from, its position at the start. */
  ByteBuffer buffer() {
    return bytes.duplicate();
  }
}
