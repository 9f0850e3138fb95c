package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;

/** The keyspace of a store: found or created, with the replication that its URI asks for. */
final class Keyspace {
  static final int REPLICATION_FACTOR_DEFAULT = 3;

  private final CqlSession session;
  private final StoreUri uri;
  private final SchemaStatements statements;

  Keyspace(CqlSession session, StoreUri uri, SchemaStatements statements) {
    this.session = session;
    this.uri = uri;
    this.statements = statements;
  }

  void open(OpenMode mode) {
    String dataCentre = dataCentre();
    Optional<Replication> found = find();
    if (found.isPresent()) {
      check(found.get().in(dataCentre), dataCentre);
    } else if (mode == OpenMode.EXISTING) {
      throw new StoreMissingException(
          "there is no store " + uri.uri() + ": the cluster has no keyspace " + uri.keyspace());
    } else {
      create(dataCentre);
    }
  }

  /**
   * Returns the current replication of the keyspace, which may have been altered.
   *
   * @throws StoreMissingException if the keyspace does not exist any more
   */
  Replication replication() {
    return find()
        .orElseThrow(
            () ->
                new StoreMissingException(
                    "the keyspace "
                        + uri.keyspace()
                        + " of "
                        + uri.uri()
                        + " no longer exists: another client dropped it"));
  }

  private Optional<Replication> find() {
    List<Row> found =
        statements.readSystem(
            "read the replication of " + uri.uri(),
            "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?",
            uri.keyspace());
    return found.stream()
        .findFirst()
        .map(row -> row.getMap("replication", String.class, String.class))
        .map(options -> Replication.of(options, dataCentres()));
  }

  private Set<String> dataCentres() {
    return session.getMetadata().getNodes().values().stream()
        .map(node -> String.valueOf(node.getDatacenter()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the name of the data centre that this client belongs to. */
  String dataCentre() {
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getDistance() == NodeDistance.LOCAL && node.getDatacenter() != null) {
        return node.getDatacenter();
      }
    }
    throw new UnavailableException(
        "cannot open "
            + uri.uri()
            + ": no server is in the data centre "
            + uri.dataCentre().orElse("of the first host")
            + "; there are "
            + dataCentres());
  }

  private void create(String dataCentre) {
    int factor = uri.replicationFactor().orElse(REPLICATION_FACTOR_DEFAULT);
    long nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> dataCentre.equals(node.getDatacenter()))
            .count();
    if (factor > nodes) {
      throw new IllegalArgumentException(
          "cannot create "
              + uri.uri()
              + ": rf="
              + factor
              + (uri.replicationFactor().isPresent() ? "" : " (the default)")
              + " needs as many servers in "
              + dataCentre
              + ", which has "
              + nodes
              + "; add servers, or use rf="
              + nodes
              + " and accept that data may be lost with "
              + (nodes == 1 ? "it" : "them"));
    }
    statements.change(
        "create the keyspace of " + uri.uri(), creation(uri.keyspace(), dataCentre, factor));
  }

  /** Returns the statement that creates a keyspace. */
  static String creation(String keyspace, String dataCentre, int replicationFactor) {
    return "CREATE KEYSPACE IF NOT EXISTS "
        + Names.quote(keyspace)
        + " WITH replication = {'class': 'NetworkTopologyStrategy', "
        + Names.literal(dataCentre)
        + ": "
        + replicationFactor
        + "}";
  }

  private void check(int standing, String dataCentre) {
    OptionalInt wanted = uri.replicationFactor();
    if (wanted.isPresent() && wanted.getAsInt() != standing) {
      String name = Names.quote(uri.keyspace());
      throw new SchemaMismatchException(
          "the keyspace "
              + uri.keyspace()
              + " has "
              + (standing > 0 ? standing : "no")
              + " replicas in "
              + dataCentre
              + ", not the "
              + wanted.getAsInt()
              + " of "
              + uri.uri()
              + "; leave out rf, or change it: ALTER KEYSPACE "
              + name
              + " WITH replication = {'class': 'NetworkTopologyStrategy', '"
              + dataCentre
              + "': "
              + wanted.getAsInt()
              + "}, then run 'nodetool repair -full "
              + uri.keyspace()
              + "' on every server before any process reads");
    }
  }
}
