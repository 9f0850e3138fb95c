package org.portolan.engine.rocksdb;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.TableSchema;
import org.portolan.engine.TableScript;

/**
 * Opens stores of the form {@code rocksdb:DIR} or {@code rocksdb:DIR?cache=256m}: a directory that
 * one process at a time may have open.
 *
 * <p>The cache (16m to 64g, by default 128m) holds blocks, their indexes and filters, and is
 * charged with the write buffers. These take three eighths of it before they are flushed. Beyond
 * the cache, RocksDB's memory grows by at most two write buffers of 8 MiB for each column family
 * with heavy writes: data that wait to be flushed, and data kept to validate transactions. With
 * 128m and ten such families that is under 300 MB.
 */
public final class RocksDbEngineProvider implements EngineProvider {
  static final String SCHEME = "rocksdb";
  static final int CACHE_MIB_DEFAULT = 128;

  private static final Pattern FORM =
      Pattern.compile(SCHEME + ":(?<directory>[^?]+)(\\?cache=(?<size>\\d{1,5})(?<unit>[mg]))?");
  private static final int CACHE_MIB_MIN = 16;
  private static final int CACHE_MIB_MAX = 64 << 10;

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public String uriForm() {
    return "rocksdb:DIR[?cache=128m]";
  }

  @Override
  public Capabilities capabilities() {
    return RocksDbEngine.CAPABILITIES;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The text is for people: only a program can create column families.
   */
  @Override
  public Optional<TableScript> script(String uri, List<TableSchema> tables) {
    tables.forEach(this::checkOptions);
    return Optional.of(
        new TableScript("schema.txt", FamiliesText.of(parsed(uri).group("directory"), tables)));
  }

  private Matcher parsed(String uri) {
    Matcher form = FORM.matcher(uri);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + uri + "' is not of the form " + uriForm());
    }
    return form;
  }

  @Override
  public Engine open(String uri, OpenMode mode) {
    Matcher form = parsed(uri);
    int cacheMib = CACHE_MIB_DEFAULT;
    if (form.group("size") != null) {
      cacheMib = Integer.parseInt(form.group("size")) * (form.group("unit").equals("g") ? 1024 : 1);
    }
    if (cacheMib < CACHE_MIB_MIN || cacheMib > CACHE_MIB_MAX) {
      throw new IllegalArgumentException("the cache of '" + uri + "' must be 16m to 64g");
    }
    Path directory = Path.of(form.group("directory")).toAbsolutePath().normalize();
    return RocksDbOpening.open(directory, cacheMib, mode);
  }
}
