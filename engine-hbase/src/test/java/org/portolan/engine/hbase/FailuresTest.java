package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.junit.jupiter.api.Test;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.EngineException;
import org.portolan.engine.UnavailableException;

class FailuresTest {
  /** The failure has the form that the client reports when its host is cut off from all others. */
  @Test
  void zooKeeperThatDoesNotAnswer_isWorthAnotherTry() {
    IOException late =
        new DoNotRetryIOException("Zookeeper LIST could not be completed in 10000 ms");

    assertThat(Failures.of("read", late)).isInstanceOf(UnavailableException.class);
    assertThat(Failures.attempt(late)).isEqualTo(Failures.Attempt.NOT_MADE);
  }

  @Test
  void whatAServerRefusesForGood_isNot() {
    IOException refused = new DoNotRetryIOException("the cell is too large");

    assertThat(Failures.of("read", refused))
        .isExactlyInstanceOf(EngineException.class)
        .hasMessage("cannot read: DoNotRetryIOException: the cell is too large");
    assertThat(Failures.attempt(refused)).isEqualTo(Failures.Attempt.REFUSED);
  }

  /** The text is HBase 2.6's when a table gets an endpoint on a cluster without HDFS. */
  @Test
  void endpointOnPlainLocalFiles_isExplained() {
    IOException refused =
        new DoNotRetryIOException(
            "class org.apache.hadoop.fs.RawLocalFileSystem cannot be cast to class"
                + " org.apache.hadoop.fs.LocalFileSystem");

    assertThat(Failures.of("change the endpoint", refused))
        .isInstanceOf(CapabilityException.class)
        .hasMessage(
            "cannot change the endpoint: HBase loads no endpoint on a cluster whose data is in"
                + " plain local files; use a cluster on HDFS ('portolan cluster start hbase'"
                + " without '--storage local')");
  }
}
