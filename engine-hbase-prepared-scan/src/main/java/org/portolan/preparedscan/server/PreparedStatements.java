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
 * The statements that clients of this process's regions used last, by their digest. One that is not
 * here any more is told again by whoever uses it. Thread-safe.
 */
final class PreparedStatements {
  static final int STATEMENTS_MAX = 256;

  /** A longer one is used, but not kept. */
  static final int KEPT_BYTES_MAX = 1 << 16;

  private final Map<ByteBuffer, Prepared> kept =
      new LinkedHashMap<ByteBuffer, Prepared>(STATEMENTS_MAX, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, Prepared> eldest) {
          return size() > STATEMENTS_MAX;
        }
      };

  /** A statement with its scan read as far as all its pages have it in common. */
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

    /** Returns how many bytes the rows of the last page took, 0 before the first. */
    int pageBytes() {
      return pageBytes;
    }

    void pageWas(int bytes) {
      pageBytes = bytes;
    }

    /** Returns a scan of its own, since filters remember what they have seen. */
    Scan scan() throws IOException {
      return ProtobufUtil.toScan(scan);
    }
  }

  /** Returns the statement of a digest, null if it is not known. */
  synchronized Prepared find(byte[] digest) {
    return kept.get(ByteBuffer.wrap(digest));
  }

  /** Takes a statement in. */
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
