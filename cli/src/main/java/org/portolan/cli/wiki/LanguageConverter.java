package org.portolan.cli.wiki;

import org.portolan.wiki.web.WikiServer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The language of pages that a command line names: one that they speak, or whose readers read it.
 */
public final class LanguageConverter implements ITypeConverter<String> {
  @Override
  public String convert(String value) {
    if (!WikiServer.speaks(value)) {
      throw new TypeConversionException(
          "there are no sentences in '" + value + "'; the languages are de, en, fr, it and lv");
    }
    return value;
  }
}
