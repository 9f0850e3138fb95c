package org.portolan.preparedscan.format;

/**
 * The names of the endpoint in protocol buffers: a service with one method, from bytes to bytes.
 */
public final class ServiceNames {
  public static final String FILE = "portolan_prepared_scan.proto";
  public static final String PACKAGE = "portolan";
  public static final String SERVICE = "PreparedScan";
  public static final String METHOD = "Page";
  public static final String MESSAGE = "Content";
  public static final String CONTENT = "content";

  private ServiceNames() {}
}
