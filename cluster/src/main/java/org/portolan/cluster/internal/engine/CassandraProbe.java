package org.portolan.cluster.internal.engine;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Asks a Cassandra node in its native protocol (version 4) how many other nodes it knows: the
 * smallest request that a node answers only when it serves.
 */
final class CassandraProbe {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final byte REQUEST = 0x04;
  private static final byte STARTUP = 0x01;
  private static final byte READY = 0x02;
  private static final byte QUERY = 0x07;
  private static final byte RESULT = 0x08;
  private static final int KIND_ROWS = 2;
  private static final int CONSISTENCY_ONE = 1;
  private static final byte SKIP_METADATA = 0x02;
  private static final int NO_METADATA = 0x04;
  private static final int BODY_MAX = 1 << 16;

  private CassandraProbe() {}

  /** Returns how many other nodes a node knows, -1 if it does not answer. */
  static long peers(String address, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      DataInputStream in = new DataInputStream(socket.getInputStream());
      ByteArrayOutputStream startup = new ByteArrayOutputStream();
      DataOutputStream options = new DataOutputStream(startup);
      options.writeShort(1);
      options.writeUTF("CQL_VERSION");
      options.writeUTF("3.0.0");
      send(out, STARTUP, startup.toByteArray());
      if (receive(in) != READY) {
        return -1;
      }
      send(out, QUERY, query("SELECT peer FROM system.peers_v2"));
      return receive(in) == RESULT ? rows(in) : -1;
    } catch (IOException refused) {
      return -1;
    }
  }

  private static byte[] query(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(utf8.length);
    out.write(utf8);
    out.writeShort(CONSISTENCY_ONE);
    out.writeByte(SKIP_METADATA);
    return bytes.toByteArray();
  }

  private static void send(DataOutputStream out, byte opcode, byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream frame = new DataOutputStream(bytes);
    frame.writeByte(REQUEST);
    frame.writeByte(0);
    frame.writeShort(0);
    frame.writeByte(opcode);
    frame.writeInt(body.length);
    frame.write(body);
    out.write(bytes.toByteArray());
    out.flush();
  }

  /** Reads the header of an answer, and its body too unless it is a result; returns its opcode. */
  private static byte receive(DataInputStream in) throws IOException {
    in.readByte();
    in.readByte();
    in.readShort();
    byte opcode = in.readByte();
    int length = in.readInt();
    if (length < 0 || length > BODY_MAX) {
      throw new IOException("an answer of " + length + " bytes is not an answer of Cassandra");
    }
    if (opcode != RESULT) {
      in.readNBytes(length);
    }
    return opcode;
  }

  /** Reads the beginning of a result without a description of its columns. */
  private static long rows(DataInputStream in) throws IOException {
    if (in.readInt() != KIND_ROWS) {
      return -1;
    }
    int flags = in.readInt();
    int columns = in.readInt();
    if ((flags & NO_METADATA) == 0 || columns != 1) {
      throw new IOException("the answer has flags " + flags + " and " + columns + " columns");
    }
    return in.readInt();
  }
}
