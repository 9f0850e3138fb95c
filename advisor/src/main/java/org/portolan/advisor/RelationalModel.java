package org.portolan.advisor;

import java.util.Arrays;
import java.util.List;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Statement;
import org.portolan.advisor.log.LogFormat;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.workload.Workload;

/**
 * What was read of an application: its schema, its workload and what both imply. Immutable and
 * thread-safe.
 *
 * @param files the files, in the order in which they were read
 * @param statements the templates that read or write rows, the most frequent first
 * @param relationships the surest first
 * @param proposedKeys for each table without a primary key
 * @param problems what could not be read, in the order of the files
 * @param statistics what is known about the rows
 */
public record RelationalModel(
    List<ReadFile> files,
    RelationalSchema schema,
    Workload workload,
    List<Statement> statements,
    List<Relationship> relationships,
    List<ProposedKey> proposedKeys,
    List<Problem> problems,
    DatabaseStatistics statistics) {

  /**
   * A file or a database that was read.
   *
   * @param form what it is: a dialect of a schema, or a format of a log
   * @param statements the statements in it; 0 for a schema
   * @param unreadable the lines of a log that belong to no statement
   */
  public record ReadFile(String file, String form, long statements, long unreadable) {

    /** Returns whether it is a log, even if without statements. */
    public boolean isLog() {
      return Arrays.stream(LogFormat.values()).anyMatch(format -> format.title().equals(form));
    }
  }

  public RelationalModel {
    files = List.copyOf(files);
    statements = List.copyOf(statements);
    relationships = List.copyOf(relationships);
    proposedKeys = List.copyOf(proposedKeys);
    problems = List.copyOf(problems);
  }

  /** Returns how many executions the statements have that could be parsed. */
  public long parsed() {
    return statements.stream()
        .filter(statement -> statement.path().isPresent())
        .mapToLong(statement -> statement.template().count())
        .sum();
  }
}
