package org.portolan.bench.mediawiki;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Worker;
import org.portolan.bench.web.Connection;

/**
 * Does the same act again and again on its own connection. Clients that write never write the same
 * page.
 */
final class Client implements Worker {
  private final Target target;
  private final Act act;
  private final List<DumpWiki.Page> articles;
  private final String name;
  private final SplittableRandom random;
  private final Connection connection;
  private int done;

  /**
   * @param articles those of this client, if it writes
   * @param name unique among all clients of all runs
   */
  Client(Target target, Act act, List<DumpWiki.Page> articles, String name, long seed) {
    this.target = target;
    this.act = act;
    this.articles = articles;
    this.name = name;
    this.random = new SplittableRandom(seed);
    try {
      this.connection = new Connection(target.port(act));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot connect to port " + target.port(act), e);
    }
  }

  @Override
  public Outcome perform() {
    DumpWiki.Page page = articles.get(random.nextInt(articles.size()));
    String title = page.title().full();
    done++;
    try {
      if (!act.writes()) {
        Connection.Answer answer = connection.exchange(target.view(title, act), null);
        return answer.hasStatus(200) ? Outcome.ok(0) : wrong(title, answer, "");
      }
      String text = page.text() + "\n\n" + name + ", save " + done;
      return act == Act.EDIT
          ? save(title, text, read(target.open(title)))
          : save("Load " + name + " " + done, text, "");
    } catch (IOException e) {
      return new Outcome.Failed(0, OutcomeKind.ERROR, title + ": " + e.getMessage());
    }
  }

  private Outcome save(String title, String text, String opened) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Connection.Answer answer = connection.exchange(target.save(title, text, opened), body);
    String written = body.toString(StandardCharsets.UTF_8);
    return target.saved(answer, written) ? Outcome.ok(0) : wrong(title, answer, written);
  }

  private String read(byte[] request) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    connection.exchange(request, body);
    return body.toString(StandardCharsets.UTF_8);
  }

  private static Outcome wrong(String title, Connection.Answer answer, String body) {
    return Outcome.wrongData(
        0,
        title
            + ": "
            + answer.head().lines().findFirst().orElse("")
            + " "
            + body.substring(0, Math.min(200, body.length())));
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a connection", e);
    }
  }
}
