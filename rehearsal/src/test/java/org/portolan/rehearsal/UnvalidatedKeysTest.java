package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;

/** Old rows may break a foreign key that PostgreSQL has not validated. */
class UnvalidatedKeysTest {
  private static final String PAGE = "the application takes the page: LIMIT ends no read here";

  @TempDir Path directory;

  private Proposal propose(String key) throws Exception {
    String schema =
        """
            CREATE TABLE public.users (id bigint NOT NULL, name text NOT NULL);
            CREATE TABLE public.posts (id bigint NOT NULL, user_id bigint NOT NULL,
              topic character varying(20) NOT NULL, at timestamp without time zone NOT NULL);
            ALTER TABLE ONLY public.users ADD CONSTRAINT users_pkey PRIMARY KEY (id);
            ALTER TABLE ONLY public.posts ADD CONSTRAINT posts_pkey PRIMARY KEY (id);
            ALTER TABLE ONLY public.posts ADD CONSTRAINT of_user FOREIGN KEY (user_id) REFERENCES
              public.users(id) ON DELETE CASCADE\
            """
            + key
            + ";\n";
    String log =
        "SELECT p.id, u.name FROM posts p JOIN users u ON u.id = p.user_id WHERE p.topic = 'x' ORDER"
            + " BY p.at LIMIT 7;\n";
    RelationalModel model = Models.written(directory, schema, log);
    return Proposer.propose(model, Target.ROCKSDB, "forum", Choices.NONE);
  }

  private static String references(Proposal proposal) {
    return proposal.design().entity("posts").orElseThrow().references().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" NOT VALID", " DEFERRABLE INITIALLY DEFERRED NOT VALID", " NOT ENFORCED"})
  void keyThatMayNotHold_endsNoRead(String key) throws Exception {
    Proposal proposal = propose(key);
    assertThat(proposal.served().get(0).notes()).contains(PAGE);
    assertThat(String.join("\n", new AccessPathLines(proposal).of(proposal.served().get(0))))
        .doesNotContain("first(7)", "limit(7)");
    assertThat(references(proposal)).isEqualTo(references(propose(""))).contains("users");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " DEFERRABLE INITIALLY DEFERRED",
        " NOT DEFERRABLE",
        " NOT VALID; ALTER TABLE public.posts VALIDATE CONSTRAINT of_user"
      })
  void keyThatHolds_endsTheRead(String key) throws Exception {
    Proposal proposal = propose(key);
    assertThat(proposal.served().get(0).notes()).doesNotContain(PAGE);
    assertThat(String.join("\n", new AccessPathLines(proposal).of(proposal.served().get(0))))
        .containsAnyOf("first(7)", "limit(7)");
  }
}
