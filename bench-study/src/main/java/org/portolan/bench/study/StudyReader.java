package org.portolan.bench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.run.Results;
import org.portolan.bench.study.Study.Fit;
import org.portolan.bench.study.Study.Picture;
import org.portolan.bench.study.Study.Servers;
import org.portolan.cluster.ClusterEngine;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads files of studies. Stateless. */
public final class StudyReader {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final Pattern LINK = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)([GM])bit/s");

  private StudyReader() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is no study; the message names the key and what is right
   * @throws UncheckedIOException if it cannot be read
   */
  public static Study read(Path file) {
    try {
      return read(Files.readString(file), file.toString());
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + file, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * Reads the text of a study.
   *
   * @param place of the text, for messages
   * @throws IllegalArgumentException if it is no study; the message names the key and what is right
   */
  public static Study read(String text, String place) {
    try {
      Object loaded = new Load(LoadSettings.builder().build()).loadFromString(text);
      StudyFile file = JSON.treeToValue(JSON.valueToTree(loaded), StudyFile.class);
      if (file == null) {
        throw new IllegalArgumentException("it is empty; begin it with 'study: NAME'");
      }
      Study study = new Reading(file).study();
      StudyCheck.require(study);
      return study;
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(place + ": " + fault(e), e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
  }

  private static String fault(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping)) {
      return e.getOriginalMessage();
    }
    String key = Results.path(mapping);
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "the key " + key + " is unknown; the keys here are " + unknown.getKnownPropertyIds();
    }
    return "the key " + key + " has a value of the wrong kind";
  }

  /** The parts of a file as those of a study. */
  private record Reading(StudyFile file) {
    Study study() {
      Map<Size, Map<String, List<String>>> sizes = new EnumMap<>(Size.class);
      Map<String, Map<String, Object>> given = some(file.sizes());
      for (String name : given.keySet()) {
        Size unused = word(Size.class, "sizes", name);
      }
      Map<String, List<String>> usual = values(some(given.get(Size.DEFAULT.spelling())));
      for (Size size : Size.values()) {
        Map<String, List<String>> values = new LinkedHashMap<>(usual);
        values.putAll(values(some(given.get(size.spelling()))));
        sizes.put(size, values);
      }
      Map<String, Servers> clusters = new LinkedHashMap<>();
      some(file.clusters()).forEach((name, part) -> clusters.put(name, servers(name, part)));
      return new Study(
          required("study", file.study()),
          required("title", file.title()),
          required("paper", file.paper()),
          required("question", file.question()),
          sizes,
          some(file.needs()),
          clusters,
          all("steps", file.steps(), this::step),
          all("claims", file.claims(), this::claim),
          all("charts", file.charts(), this::chart),
          all("fits", file.fits(), this::fit),
          all("predicts", file.predicts(), this::prediction),
          file.limits() == null ? List.of() : file.limits());
    }

    private Servers servers(String name, StudyFile.ServersPart part) {
      String key = "clusters." + name;
      if (part.uri() != null) {
        if (part.engine() != null
            || part.nodes() != null
            || part.replication() != null
            || part.heap() != null
            || part.distance() != null
            || part.query() != null) {
          throw new IllegalArgumentException(
              key + ": servers at a 'uri' are as they are, so leave out all other keys");
        }
        return new Servers(Optional.empty(), "", "", "", "", "", part.uri());
      }
      String engine = required(key + ".engine", part.engine());
      return new Servers(
          Optional.of(ClusterEngine.of(engine)),
          required(key + ".nodes", part.nodes()).toString(),
          part.replication() == null ? "" : part.replication().toString(),
          part.heap() == null ? "" : part.heap(),
          part.distance() == null ? "" : part.distance().toString(),
          part.query() == null ? "" : part.query(),
          "");
    }

    private Step step(String key, StudyFile.StepPart part) {
      Map<Step.Kind, String> kinds = new EnumMap<>(Step.Kind.class);
      put(kinds, Step.Kind.RUN, part.run());
      put(kinds, Step.Kind.SEARCH, part.search());
      put(kinds, Step.Kind.BENCHMARK, part.benchmark());
      if (kinds.size() != 1) {
        throw new IllegalArgumentException(
            key + ": give exactly one of 'run: WORKLOAD', 'search: WORKLOAD', 'benchmark: NAME'");
      }
      Map.Entry<Step.Kind, String> kind = kinds.entrySet().iterator().next();
      Map<String, String> options = new LinkedHashMap<>();
      some(part.options()).forEach((name, value) -> options.put(name, String.valueOf(value)));
      return new Step(
          required(key + ".step", part.step()),
          kind.getKey(),
          kind.getValue(),
          part.on() == null ? Step.EMBEDDED : part.on(),
          part.each() == null ? List.of() : part.each(),
          options,
          part.figures() == null ? List.of() : part.figures(),
          number(part.rounds()));
    }

    private static void put(Map<Step.Kind, String> kinds, Step.Kind kind, String subject) {
      if (subject != null) {
        kinds.put(kind, subject);
      }
    }

    private Claim claim(String key, StudyFile.ClaimPart part) {
      return new Claim(
          required(key + ".claim", part.claim()),
          required(key + ".says", part.says()),
          required(key + ".figure", part.figure()),
          words(part.of()),
          Optional.ofNullable(part.beside()).map(Reading::words),
          word(Claim.Expected.class, key + ".expect", required(key + ".expect", part.expect())),
          optional(part.by()),
          optional(part.more()),
          part.theirs() == null ? "" : part.theirs());
    }

    private static OptionalDouble optional(Double given) {
      return given == null ? OptionalDouble.empty() : OptionalDouble.of(given);
    }

    private Picture chart(String key, StudyFile.ChartPart part) {
      String scale = part.scale() == null ? "linear" : part.scale();
      if (!scale.equals("linear") && !scale.equals("logarithmic")) {
        throw new IllegalArgumentException(
            key + ".scale: '" + scale + "' is neither linear nor logarithmic");
      }
      return new Picture(
          required(key + ".chart", part.chart()),
          required(key + ".figure", part.figure()),
          required(key + ".over", part.over()),
          part.lines() == null ? List.of() : part.lines(),
          part.unit() == null ? "" : part.unit(),
          scale.equals("logarithmic"));
    }

    private Fit fit(String key, StudyFile.FitPart part) {
      return new Fit(
          required(key + ".fit", part.name()),
          required(key + ".figure", part.figure()),
          required(key + ".over", part.over()),
          words(part.of()),
          part.predict() == null ? List.of() : part.predict());
    }

    private Prediction prediction(String key, StudyFile.PredictPart part) {
      return new Prediction(
          required(key + ".predict", part.predict()),
          required(key + ".step", part.step()),
          words(part.of()),
          required(key + ".servers", part.servers()),
          required(key + ".cores", part.cores()),
          number(part.clients()),
          part.link() == null ? OptionalDouble.empty() : link(key + ".link", part.link()),
          part.utilisation() == null ? Prediction.UTILISATION : part.utilisation());
    }

    /** Returns the bytes a second of a link. */
    private static OptionalDouble link(String key, String text) {
      Matcher rate = LINK.matcher(text);
      if (!rate.matches()) {
        throw new IllegalArgumentException(
            key + ": '" + text + "' is no rate of a link; give it as 1Gbit/s or 100Mbit/s");
      }
      double unit = rate.group(2).equals("G") ? 1e9 : 1e6;
      return OptionalDouble.of(Double.parseDouble(rate.group(1)) * unit / Byte.SIZE);
    }

    private static OptionalInt number(Integer given) {
      return given == null ? OptionalInt.empty() : OptionalInt.of(given);
    }

    private static <P, R> List<R> all(String key, List<P> parts, BiFunction<String, P, R> reading) {
      List<P> given = parts == null ? List.of() : parts;
      List<R> read = new ArrayList<>();
      for (int place = 0; place < given.size(); place++) {
        read.add(reading.apply(key + "[" + place + "]", given.get(place)));
      }
      return read;
    }

    private static <V> Map<String, V> some(Map<String, V> given) {
      return given == null ? Map.of() : given;
    }

    private static Map<String, String> words(Map<String, Object> given) {
      return some(given).entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, entry -> String.valueOf(entry.getValue())));
    }

    private static Map<String, List<String>> values(Map<String, Object> given) {
      Map<String, List<String>> values = new LinkedHashMap<>();
      given.forEach(
          (name, value) ->
              values.put(
                  name,
                  value instanceof List<?> list
                      ? list.stream().map(String::valueOf).toList()
                      : List.of(String.valueOf(value))));
      return values;
    }

    private static <E extends Enum<E> & Spelled> E word(Class<E> kind, String key, String word) {
      if (!Spelled.words(kind).contains(word)) {
        throw new IllegalArgumentException(
            key + ": '" + word + "' is none of " + Spelled.words(kind));
      }
      return Spelled.of(kind, word);
    }

    private static <V> V required(String key, V value) {
      if (value == null) {
        throw new IllegalArgumentException("the key " + key + " is missing");
      }
      return value;
    }
  }
}
