package org.portolan.cli.wiki;

import org.portolan.wiki.WikiModel;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The data model that a command line names. */
public final class ModelConverter implements ITypeConverter<WikiModel> {
  @Override
  public WikiModel convert(String value) {
    try {
      return WikiModel.of(value);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
