package org.portolan.preparedscan.format;

/** The names of the endpoint in protocol buffers: a service of methods from bytes to bytes. */
public final class ServiceNames {
  public static final String FILE = "portolan_prepared_scan.proto";
  public static final String PACKAGE = "portolan";
  public static final String SERVICE = "PreparedScan";

  /** One page: from {@link PageRequest} to {@link PageReply}. */
  public static final String PAGE = "Page";

  /** Pages of several ranges: {@link PageBatch}. Endpoints of older releases do not have it. */
  public static final String PAGES = "Pages";

  public static final String MESSAGE = "Content";
  public static final String CONTENT = "content";

  private ServiceNames() {}
}
