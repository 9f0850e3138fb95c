package org.portolan.preparedscan.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.portolan.preparedscan.format.Statement;

/**
 * The statements that clients of this process's regions used last, by their digest. If a statement
 * is not here any more, its client sends it again. Thread-safe.
 */
final class PreparedStatements {
  static final int STATEMENTS_MAX = 256;

  /** A longer statement is used, but not kept. */
  static final int KEPT_BYTES_MAX = 1 << 16;

  private final Map<ByteBuffer, Prepared> kept =
      new LinkedHashMap<ByteBuffer, Prepared>(STATEMENTS_MAX, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Prepared> eldest) {
          return size() > STATEMENTS_MAX;
        }
      };

  /** A statement, with the parsed part of its scan that all pages share. */
  static final class Prepared {
    private final Statement statement;
    private final ClientProtos.Scan scan;
    private volatile int pageBytes;

    private Prepared(Statement statement) throws IOException {
      this.statement = statement;
      this.scan = ClientProtos.Scan.parseFrom(statement.scan());
    }

    Statement statement() {
      return statement;
    }

    boolean isReversed() {
      return scan.getReversed();
    }

    /** Returns the size of the last page's rows, in bytes; 0 before the first page. */
    int pageBytes() {
      return pageBytes;
    }

    void pageWas(int bytes) {
      pageBytes = bytes;
    }

    /** Returns a new scan, since filters keep a state. */
    Scan scan() throws IOException {
      return ProtobufUtil.toScan(scan);
    }
  }

  /** Returns the statement of a digest, null if it is not known. */
  synchronized Prepared find(byte[] digest) {
    return kept.get(ByteBuffer.wrap(digest));
  }

  /** Adds a statement. */
  Prepared learn(Statement statement) throws IOException {
    Prepared prepared = new Prepared(statement);
    if (statement.toByteArray().length <= KEPT_BYTES_MAX) {
      synchronized (this) {
        kept.put(ByteBuffer.wrap(statement.digest()), prepared);
      }
    }
    return prepared;
  }
}
