package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.target.Target;
import org.portolan.design.EntityDesign;
import org.portolan.design.TableMapping;

/** The application may have a table with a name that a store needs for its own tables. */
class TableNamesTest {
  @TempDir Path directory;

  private Proposal propose(String schema, String choices, Target target) throws IOException {
    RelationalReader reader = new RelationalReader();
    reader.readSchema(Files.writeString(directory.resolve("schema.sql"), schema), Optional.empty());
    Path file = Files.writeString(directory.resolve("choices.yaml"), choices);
    return Proposer.propose(reader.model(), target, "named", Choices.read(file));
  }

  @ParameterizedTest
  @EnumSource(Target.class)
  void tableOfCounters_getsAnotherName(Target target) throws IOException {
    Proposal proposal =
        propose(
            "CREATE TABLE public.counters (key varchar PRIMARY KEY, n bigint NOT NULL);\n",
            "",
            target);
    assertThat(proposal.design().entities()).extracting(EntityDesign::name).contains("counters_2");
    assertThat(proposal.mapping().table("counters").orElseThrow())
        .isInstanceOfSatisfying(
            TableMapping.Rows.class, rows -> assertThat(rows.entity()).isEqualTo("counters_2"));
  }

  @ParameterizedTest
  @EnumSource(Target.class)
  void tableOfACollection_hasAnotherNameThanAnEntity(Target target) throws IOException {
    Proposal proposal =
        propose(
            """
            CREATE TABLE posts (id bigint NOT NULL PRIMARY KEY, title varchar(20) NOT NULL);
            CREATE TABLE tags (post_id bigint NOT NULL, tag varchar(30) NOT NULL, rank int NOT NULL,
              PRIMARY KEY (post_id, tag), FOREIGN KEY (post_id) REFERENCES posts (id));
            CREATE TABLE posts_tags (id bigint NOT NULL PRIMARY KEY, name varchar(20) NOT NULL);
            """,
            "tags: items of posts\n",
            target);
    EntityDesign posts = proposal.design().entity("posts").orElseThrow();
    assertThat(posts.collections()).singleElement().matches(tags -> tags.name().equals("tags_2"));
    assertThat(proposal.design().entity("posts_tags")).isPresent();
    assertThat(proposal.mapping().table("tags").orElseThrow())
        .isInstanceOfSatisfying(
            TableMapping.Items.class, items -> assertThat(items.collection()).isEqualTo("tags_2"));
  }

  @Test
  void longNames_areCut() throws IOException {
    String owner = "reservations_of_rooms_of_hotels";
    String items = "guests_of_the_reservations";
    Proposal proposal =
        propose(
            """
            CREATE TABLE %1$s (id bigint NOT NULL PRIMARY KEY, title varchar(20) NOT NULL);
            CREATE TABLE %2$s (post_id bigint NOT NULL, tag varchar(30) NOT NULL, rank int NOT NULL,
              PRIMARY KEY (post_id, tag), FOREIGN KEY (post_id) REFERENCES %1$s (id));
            """
                .formatted(owner, items),
            items + ": items of " + owner + "\n",
            Target.ROCKSDB);
    assertThat(proposal.design().entity(owner).orElseThrow().collections())
        .singleElement()
        .matches(one -> one.name().equals("guests_of_the_2"));
  }

  @Test
  void tableOfAReference_hasAnotherNameThanAnEntity() throws IOException {
    Proposal proposal =
        propose(
            """
            CREATE TABLE users (id bigint NOT NULL PRIMARY KEY, role bigint NOT NULL,
              FOREIGN KEY (role) REFERENCES roles (id));
            CREATE TABLE roles (id bigint NOT NULL PRIMARY KEY, name varchar(20) NOT NULL);
            CREATE TABLE users_role (id bigint NOT NULL PRIMARY KEY, name varchar(20) NOT NULL);
            """,
            "",
            Target.ROCKSDB);
    assertThat(proposal.design().entity("users").orElseThrow().references())
        .singleElement()
        .matches(reference -> reference.name().equals("role_2"));
  }
}
