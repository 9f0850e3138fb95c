package org.portolan.wiki.web;

import java.nio.ByteBuffer;

/** The bytes of a reply. They never change, so many requests can send them at once. */
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

  /** Returns a view for sending, with its position at the start. */
  ByteBuffer buffer() {
    return bytes.duplicate();
  }
}
