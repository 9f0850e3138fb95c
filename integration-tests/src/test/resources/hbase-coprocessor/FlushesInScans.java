import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * Flushes the region while the first scan passes over a row: at its cell of timestamp 2. That cell
 * and the one of timestamp 1 are passed over, all others are given. Compiled and deployed by a
 * test, against the servers' own jars.
 */
public final class FlushesInScans implements RegionCoprocessor, RegionObserver {
  private static volatile boolean flushed;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan) {
    scan.setFilter(new Flushing((HRegion) context.getEnvironment().getRegion()));
  }

  private static final class Flushing extends FilterBase {
    private final HRegion region;

    Flushing(HRegion region) {
      this.region = region;
    }

    @Override
    public ReturnCode filterCell(Cell cell) throws IOException {
      if (cell.getTimestamp() == 2) {
        if (!flushed) {
          flushed = true;
          region.flush(true);
        }
        return ReturnCode.SKIP;
      }
      return cell.getTimestamp() == 1 ? ReturnCode.NEXT_ROW : ReturnCode.INCLUDE;
    }
  }
}
