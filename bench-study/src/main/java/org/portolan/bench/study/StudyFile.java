package org.portolan.bench.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * The content of a file of a study, as it is written. A value of a variable is a number or a word,
 * or a list of them. Keys that are left out are null.
 */
record StudyFile(
    String study,
    String title,
    String paper,
    String question,
    Map<String, Map<String, Object>> sizes,
    Map<String, String> needs,
    Map<String, ServersPart> clusters,
    List<StepPart> steps,
    List<ClaimPart> claims,
    List<ChartPart> charts,
    List<FitPart> fits,
    List<PredictPart> predicts,
    List<String> limits) {

  record ServersPart(
      String engine,
      Object nodes,
      Object replication,
      String heap,
      Object distance,
      String query,
      String uri) {}

  record StepPart(
      String step,
      String run,
      String search,
      String benchmark,
      String on,
      List<String> each,
      Map<String, Object> options,
      List<String> figures,
      Integer rounds) {}

  record ClaimPart(
      String claim,
      String says,
      String figure,
      Map<String, Object> of,
      Map<String, Object> beside,
      String expect,
      Double by,
      Double more,
      String theirs) {}

  record ChartPart(
      String chart, String figure, String over, List<String> lines, String unit, String scale) {}

  record FitPart(
      @JsonProperty("fit") String name,
      String figure,
      String over,
      Map<String, Object> of,
      List<Double> predict) {}

  record PredictPart(
      String predict,
      String step,
      Map<String, Object> of,
      List<Integer> servers,
      Integer cores,
      Integer clients,
      String link,
      Double utilisation) {}
}
