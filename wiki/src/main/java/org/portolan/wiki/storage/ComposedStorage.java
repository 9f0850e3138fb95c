package org.portolan.wiki.storage;

import java.util.function.Supplier;
import org.portolan.wiki.Wiki;

/** A storage that answers from its parts. Thread-safe, as they are. */
public abstract class ComposedStorage implements WikiStorage {
  private final String uri;
  private final Wiki wiki;
  private final Supplier<WriteRules> rules;
  private final JobTable jobs;
  private final NamesTable names;
  private final ImportTable imports;

  /**
   * @param uri without its password
   * @param rules gives those of the present site information
   */
  protected ComposedStorage(
      String uri,
      Wiki wiki,
      Supplier<WriteRules> rules,
      JobTable jobs,
      NamesTable names,
      ImportTable imports) {
    this.uri = uri;
    this.wiki = wiki;
    this.rules = rules;
    this.jobs = jobs;
    this.names = names;
    this.imports = imports;
  }

  @Override
  public final String uri() {
    return uri;
  }

  @Override
  public final Wiki wiki() {
    return wiki;
  }

  @Override
  public final WriteRules rules() {
    return rules.get();
  }

  @Override
  public final JobTable jobs() {
    return jobs;
  }

  @Override
  public final NamesTable names() {
    return names;
  }

  @Override
  public final ImportTable imports() {
    return imports;
  }
}
