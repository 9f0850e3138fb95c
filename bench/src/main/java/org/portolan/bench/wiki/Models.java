package org.portolan.bench.wiki;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.api.Parameter;
import org.portolan.wiki.WikiModel;

/** The parameter that chooses data models of the wiki. */
public final class Models {
  private static final String ALL = "all";
  private static final String PREFERRED = "preferred";

  private Models() {}

  public static List<String> names() {
    return Arrays.stream(WikiModel.values()).map(WikiModel::spelling).toList();
  }

  /** Returns the parameter for one model or all of them. */
  public static Parameter parameter() {
    List<String> words = new ArrayList<>();
    words.add(ALL);
    words.addAll(names());
    return Parameter.choice("model", words, ALL, "The data model, or all, one after the other.");
  }

  /** Returns the models that a value of the parameter chooses. */
  public static List<WikiModel> chosen(String word) {
    return word.equals(ALL) ? List.of(WikiModel.values()) : List.of(WikiModel.of(word));
  }

  /** Returns the parameter for one model, or for the one that the engine prefers. */
  public static Parameter orPreferred() {
    List<String> words = new ArrayList<>(names());
    words.add(PREFERRED);
    return Parameter.choice(
        "model", words, PREFERRED, "The data model, or the one that the engine prefers.");
  }

  /** Returns the model that a value of that parameter chooses; empty for the preferred one. */
  public static Optional<WikiModel> chosenOrPreferred(String word) {
    return word.equals(PREFERRED) ? Optional.empty() : Optional.of(WikiModel.of(word));
  }
}
