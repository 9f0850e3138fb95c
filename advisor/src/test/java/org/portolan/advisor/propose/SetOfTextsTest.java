package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;
import org.portolan.types.Collation;

/** A set adds each text that it does not hold: texts that a key takes for equal are no elements. */
class SetOfTextsTest {
  @TempDir Path directory;

  private Proposal propose(String element, String choice, Dialect dialect) throws IOException {
    Path schema =
        Files.writeString(
            directory.resolve("schema.sql"),
            """
            CREATE TABLE posts (id bigint NOT NULL PRIMARY KEY, title varchar(20) NOT NULL);
            CREATE TABLE tags (post_id bigint NOT NULL, tag %s NOT NULL, PRIMARY KEY (post_id, tag),
              FOREIGN KEY (post_id) REFERENCES posts (id));
            """
                .formatted(element));
    Path log =
        Files.writeString(
            directory.resolve("queries.sql"),
            "SELECT tag FROM tags WHERE post_id = 1;\nSELECT post_id FROM tags WHERE tag = 'x';\n");
    Path choices = Files.writeString(directory.resolve("choices.yaml"), "tags: " + choice + "\n");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.of(dialect));
    reader.readLog(log, Optional.empty(), Optional.of(dialect), count -> {});
    return Proposer.propose(reader.model(), Target.ROCKSDB, "tagged", Choices.read(choices));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "varchar(30)",
        "varchar(30) COLLATE utf8mb4_general_ci",
        "varchar(30) COLLATE utf8mb4_0900_as_ci"
      })
  void texts_equalWithoutCase_areNoElements(String element) throws IOException {
    assertThatThrownBy(() -> propose(element, "a set in posts", Dialect.MYSQL))
        .hasMessageContaining("a set holds each spelling of a text")
        .hasMessageContaining("but tag is compared without case");
    Proposal proposal = propose(element, "an entity", Dialect.MYSQL);
    assertThat(proposal.design().entity("tags").orElseThrow().key().get(1).collation())
        .isNotEqualTo(Collation.BINARY);
  }

  @Test
  void citext_isNoElement() {
    assertThatThrownBy(() -> propose("citext", "a set in posts", Dialect.POSTGRESQL))
        .hasMessageContaining("but tag is compared without case");
  }

  /** The values of an enum have one spelling, which the set compares as it is. */
  @ParameterizedTest
  @ValueSource(strings = {"enum('x','y')", "varchar(30) COLLATE utf8mb4_bin", "int"})
  void values_ofOneSpelling_areElements(String element) throws IOException {
    Proposal proposal = propose(element, "a set in posts", Dialect.MYSQL);
    assertThat(proposal.design().entity("posts").orElseThrow().families())
        .allMatch(family -> family.collations().isEmpty());
    assertThat(proposal.served()).noneMatch(one -> one.refusal().isPresent());
  }
}
