import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Lets one user open no scanner, at the place where HBase's access control decides it. Compiled and
 * deployed by a test, against the servers' own jars.
 */
public final class DeniesScans implements RegionCoprocessor, RegionObserver {
  private String denied;

  @Override
  public void start(CoprocessorEnvironment environment) {
    denied = environment.getConfiguration().get("portolan.denied");
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan)
      throws IOException {
    if (context.getCaller().map(user -> user.getShortName().equals(denied)).orElse(false)) {
      throw new AccessDeniedException("'" + denied + "' may not read this table");
    }
  }
}
