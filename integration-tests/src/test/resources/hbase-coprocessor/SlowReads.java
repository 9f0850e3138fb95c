import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/**
 * Makes each read of a row by its key take longer by a known time, during which it keeps a handler
 * of the region server busy. Compiled and deployed by a study, against the servers' own jars.
 */
public final class SlowReads implements RegionCoprocessor, RegionObserver {
  private long delayMillis;

  @Override
  public void start(CoprocessorEnvironment environment) {
    delayMillis = environment.getConfiguration().getLong("portolan.delay.ms", 0);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result) {
    try {
      Thread.sleep(delayMillis);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
