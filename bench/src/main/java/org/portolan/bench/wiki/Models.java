package org.portolan.bench.wiki;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.portolan.bench.api.Parameter;
import org.portolan.wiki.WikiModel;

/** The parameter that chooses data models of the wiki. */
public final class Models {
  private static final String ALL = "all";

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
}
