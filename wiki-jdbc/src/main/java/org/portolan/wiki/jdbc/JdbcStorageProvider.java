package org.portolan.wiki.jdbc;

import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.storage.WikiStorageProvider;

/** Opens wikis in H2, MariaDB and PostgreSQL by URIs of JDBC. */
public final class JdbcStorageProvider implements WikiStorageProvider {

  @Override
  public String scheme() {
    return "jdbc";
  }

  @Override
  public WikiStorage open(String uri, boolean create) {
    return JdbcStorage.open(uri, create);
  }
}
