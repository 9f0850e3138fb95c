package org.portolan.wiki.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.data.StoreCheck;
import org.portolan.wiki.TestedWiki;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.storage.WikiStorage;

/** A wiki in a database, opened as commands open it. */
final class TwinWiki implements TestedWiki {
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  private final String uri;
  private WikiStorage storage;

  TwinWiki(String uri) {
    this.uri = uri;
    this.storage = Wikis.openOrCreateStorage(uri);
  }

  @Override
  public Wiki wiki() {
    return storage.wiki();
  }

  @Override
  public WikiStorage storage() {
    return storage;
  }

  @Override
  public void maintain() {
    storage.imports().settle();
  }

  @Override
  public void reopen() {
    storage.close();
    storage = Wikis.openStorage(uri);
  }

  @Override
  public void assertClean() {
    List<String> findings = new ArrayList<>();
    StoreCheck.Result result =
        storage.check(CHECK, finding -> findings.add(finding.toString()), looked -> {});
    assertThat(findings).as("check of %s", this).isEmpty();
    assertThat(result.isClean()).as(result.toString()).isTrue();
  }

  @Override
  public void close() {
    storage.close();
  }

  @Override
  public String toString() {
    return storage.uri();
  }
}
