package org.portolan.preparedscan.server;

import com.google.protobuf.Service;
import java.util.Collections;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.CoprocessorException;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;

/**
 * The endpoint of prepared scans: answers each request with a page of rows of its region, or with
 * pages of several ranges. It keeps nothing for a client: each page opens a scanner and closes it.
 */
public final class PreparedScanEndpoint implements RegionCoprocessor {
  private RegionPages pages;

  @Override
  @SuppressWarnings("rawtypes") // HBase's interface has the raw type.
  public void start(CoprocessorEnvironment environment) throws CoprocessorException {
    if (!(environment instanceof RegionCoprocessorEnvironment)) {
      throw new CoprocessorException("a prepared scan is an endpoint of a table's regions only");
    }
    pages = new RegionPages((RegionCoprocessorEnvironment) environment);
  }

  @Override
  public Iterable<Service> getServices() {
    return Collections.singleton(
        new ProtobufService(request -> pages.page(request), request -> pages.pages(request)));
  }
}
