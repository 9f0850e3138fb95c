package org.portolan.bench.run;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.portolan.bench.api.Text;

/** Results as JSON files in a separate directory. */
public final class Results {
  /**
   * A key without a value, or with null, is an error, unless its type is boxed (a figure that a run
   * may not have) or the key says otherwise. So is a number that is not finite.
   */
  private static final JsonMapper JSON = mapper();

  private Results() {}

  /** Returns the last name of a directory's path; of the root, which has none, {@code root}. */
  public static String name(Path directory) {
    Path last = directory.toAbsolutePath().normalize().getFileName();
    return last == null ? "root" : last.toString();
  }

  /**
   * Checks that results can be written to a directory.
   *
   * @param what the kind of results, for the message
   * @throws IllegalArgumentException if it is not empty, or is no directory
   */
  public static void requireEmpty(Path directory, String what) {
    String[] files = directory.toFile().list();
    if (Files.exists(directory) && (files == null || files.length > 0)) {
      throw new IllegalArgumentException(
          Text.format(
              "cannot write %s to %s, which is not an empty directory; name another one",
              what, directory));
    }
  }

  /**
   * Writes a file, whole or not at all; replaces an existing one.
   *
   * @throws UncheckedIOException if that fails; the message names the file
   */
  public static void write(Path file, Object value) {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(part.getParent());
      Files.writeString(part, JSON.writeValueAsString(value) + "\n");
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private static JsonMapper mapper() {
    JsonMapper.Builder mapper =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
            .addModule(
                new SimpleModule()
                    .addDeserializer(double.class, new FiniteNumber())
                    .addDeserializer(Double.class, new FiniteNumber()));
    for (Class<?> boxed : List.of(Integer.class, Long.class, Double.class)) {
      mapper.withConfigOverride(
          boxed, type -> type.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SET)));
    }
    return mapper.build();
  }

  /** Reads numbers, but neither those beyond a double nor the word NaN. */
  private static final class FiniteNumber extends StdScalarDeserializer<Double> {
    private static final long serialVersionUID = 1;

    FiniteNumber() {
      super(Double.class);
    }

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (!parser.currentToken().isNumeric() || !Double.isFinite(parser.getDoubleValue())) {
        throw context.weirdStringException(parser.getText(), Double.class, "not a finite number");
      }
      return parser.getDoubleValue();
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is damaged; the message names the key or the line
   * @throws UncheckedIOException if it cannot be read
   */
  static <T> T read(Path file, Class<T> type) {
    return read(file, type, tree(file));
  }

  /**
   * Reads a file whose key {@code format} numbers its format.
   *
   * @throws IllegalArgumentException if it is of another format, or damaged; the message names the
   *     key or the line
   * @throws UncheckedIOException if it cannot be read
   */
  public static <T> T read(Path file, Class<T> type, int format) {
    JsonNode tree = tree(file);
    JsonNode found = tree.path("format");
    if (found.isNumber() && found.intValue() != format) {
      String version = tree.path("version").asText();
      throw new IllegalArgumentException(
          Text.format(
              "%s has format %s, this release reads %s; read it with the release that wrote it%s",
              file, found, format, version.isEmpty() ? "" : ", " + version));
    }
    return read(file, type, tree);
  }

  private static JsonNode tree(Path file) {
    try {
      JsonNode tree = JSON.readTree(text(file));
      if (!tree.isObject()) {
        throw DamagedFileException.at(file, "it is not an object of JSON");
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw DamagedFileException.at(
          file, Text.format("line %d: %s", e.getLocation().getLineNr(), e.getOriginalMessage()), e);
    }
  }

  private static <T> T read(Path file, Class<T> type, JsonNode tree) {
    try {
      return JSON.treeToValue(tree, type);
    } catch (JsonMappingException e) {
      throw DamagedFileException.at(file, fault(e), e);
    } catch (JsonProcessingException e) {
      throw DamagedFileException.at(file, e.getOriginalMessage(), e);
    }
  }

  /** Returns the key at which content is wrong, with those around it: {@code cells[3].step}. */
  public static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String fault(JsonMappingException e) {
    if (e instanceof ValueInstantiationException && e.getCause() != null) {
      return e.getCause().getMessage();
    }
    String key = "key " + path(e);
    if (e instanceof InvalidNullException) {
      return key + " has no value";
    }
    if (e instanceof UnrecognizedPropertyException) {
      return key + " is unknown";
    }
    return e instanceof InvalidFormatException wrong
        ? key + " has the wrong value '" + wrong.getValue() + "'"
        : key + " has a value of the wrong type";
  }

  /**
   * Returns the text of a file of a run.
   *
   * @throws DamagedFileException if it is missing, or is not UTF-8
   * @throws UncheckedIOException if it cannot be read
   */
  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw DamagedFileException.missing(file, e);
    } catch (CharacterCodingException e) {
      throw DamagedFileException.at(file, "it is not UTF-8", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
