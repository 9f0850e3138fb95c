package org.portolan.wiki.render;

import info.bliki.wiki.filter.HTMLConverter;
import info.bliki.wiki.model.Configuration;
import info.bliki.wiki.namespaces.INamespace;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.portolan.wiki.work.FairThreads;
import org.portolan.wiki.work.OverloadedException;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders wikitext as MediaWiki would, within {@link RenderLimits}, in separate threads, so that
 * even a hostile text uses no more of the machine. Even if the parser fails, the answer is a page:
 * the rendered page, or its source under a notice. Thread-safe.
 */
public final class Renderer implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Renderer.class);

  /** The parser recurses several frames for each level of nesting. */
  private static final long STACK_BYTES = 16L * 1024 * 1024;

  private static final int WAITING_MAX_PER_THREAD = 64;

  private final SiteInfo site;
  private final RenderLimits limits;
  private final Configuration configuration;
  private final INamespace namespaces;
  private final FairThreads threads;

  public Renderer(SiteInfo site, RenderLimits limits) {
    this(site, limits, Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param threadCount the number of texts of one client that are rendered at the same time
   */
  public Renderer(SiteInfo site, RenderLimits limits, int threadCount) {
    this.site = site;
    this.limits = limits;
    this.configuration =
        new Configuration(
            site.database(),
            capitalized(site)
                ? Configuration.Casing.FirstLetter
                : Configuration.Casing.CaseSensitive);
    this.namespaces = SiteNamespaces.of(site);
    var counter = new AtomicInteger();
    int waiting = threadCount * WAITING_MAX_PER_THREAD;
    this.threads =
        new FairThreads(
            // One thread more than processors: however many texts one client sends, a thread is
            // free for others.
            new FairThreads.Bounds(threadCount + 1, threadCount, waiting / 2, waiting),
            task -> {
              var thread =
                  new Thread(null, task, "render-" + counter.incrementAndGet(), STACK_BYTES);
              thread.setDaemon(true);
              return thread;
            });
  }

  private static boolean capitalized(SiteInfo site) {
    return site.namespaces().stream()
        .filter(each -> each.id() == Namespace.ARTICLE)
        .allMatch(Namespace::capitalized);
  }

  /** Returns the site whose spelling this renderer follows. */
  public SiteInfo site() {
    return site;
  }

  /**
   * Renders a text as the text of page {@code title}. Blocks until the result is ready or the time
   * is up.
   *
   * @param client for whom it is rendered; no client occupies all threads
   * @param reader reads templates, in one of this renderer's threads
   * @throws OverloadedException if too many texts wait to be rendered; try again in a moment
   * @throws RuntimeException any exception of {@code reader}
   */
  public Rendering render(String client, Title title, String text, TemplateReader reader) {
    if (text.length() > limits.sourceCharsMax()) {
      return source(
          text, "it is longer than " + limits.sourceCharsMax() + " characters", Map.of(), true);
    }
    if (Brackets.tooManyOpen(text)) {
      return source(text, "it leaves too many brackets open", Map.of(), true);
    }
    var job = new RenderJob(() -> renderWithin(title, text, reader));
    threads.execute(client, job);
    try {
      if (!job.awaitStart(limits.time()) && threads.withdraw(client, job)) {
        // That others take long says nothing about this text.
        throw new OverloadedException("too many pages are being rendered");
      }
      // Usually the budget runs out first, with a better answer; this limit is for a parser that
      // loops.
      return job.get(limits.time().toMillis() * 5 / 4 + 100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      job.cancel(true);
      LOGGER.warn("stopped rendering '{}' after {}", title, limits.time());
      return source(
          text,
          "it takes longer than " + limits.time().toMillis() + " ms",
          Map.of(),
          job.processorTime().compareTo(limits.time().dividedBy(2)) >= 0);
    } catch (InterruptedException e) {
      job.cancel(true);
      threads.withdraw(client, job);
      Thread.currentThread().interrupt();
      return source(text, "rendering it was interrupted", Map.of(), false);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      LOGGER.warn("rendering '{}' failed", title, e.getCause());
      return source(text, "the parser failed on it", Map.of(), !(e.getCause() instanceof Error));
    }
  }

  private Rendering renderWithin(Title title, String text, TemplateReader reader) {
    var budget = new Budget(limits);
    var templates = new Templates(site, reader, limits.readsMax());
    templates.prefetch(title, text);
    boolean listNotes = false;
    while (true) {
      budget.again();
      var model = new PageModel(configuration, namespaces, site, title, templates, budget);
      String html = parse(model, budget, title, text + (listNotes ? "\n<references />" : ""));
      if (budget.overdrawn().isEmpty() && templates.fetchWanted()) {
        continue;
      }
      if (!listNotes && model.hasNotes() && !html.contains("<ol class=\"references\">")) {
        listNotes = true;
        continue;
      }
      if (budget.overdrawn().isPresent()) {
        return source(text, budget.overdrawn().get(), templates.closure(), !budget.starved());
      }
      String safe = HtmlPolicy.sanitize(html);
      String whole = Contents.insert(safe, model.contentsRefused(), model.contentsPlaced());
      return new Rendering(
          LinkedHtml.of(whole, site),
          List.copyOf(model.categoryTitles()),
          List.copyOf(model.languages()),
          templates.closure(),
          Optional.empty(),
          true);
    }
  }

  private static String parse(PageModel model, Budget budget, Title title, String text) {
    var output = new BoundedOutput(budget, text.length() + text.length() / 4 + 64);
    try {
      model.render(
          new HTMLConverter(), text, output, title.namespace() == Namespace.TEMPLATE, true);
    } catch (IOException e) {
      budget.overdraw("its HTML is too long");
    } catch (StackOverflowError e) {
      budget.overdraw("it is nested too deep");
    } catch (RuntimeException e) {
      LOGGER.warn("the parser failed on '{}'", title, e);
      budget.overdraw("the parser failed on it");
    }
    return output.toString();
  }

  /** Returns a text that is not wikitext (a module, a style sheet) as it is. */
  public Rendering preformatted(String text) {
    String html = "<pre class=\"source\">" + Html.escape(clipped(text)) + "</pre>";
    return new Rendering(
        LinkedHtml.of(html, site), List.of(), List.of(), Map.of(), Optional.empty(), true);
  }

  private Rendering source(
      String text, String reason, Map<String, Long> templates, boolean lasting) {
    String html =
        "<div class=\"limit\" role=\"note\"><p lang=\"en\"><strong>This text is not rendered:"
            + "</strong> "
            + Html.escape(reason)
            + ". Its source follows.</p></div><pre class=\"source\">"
            + Html.escape(clipped(text))
            + "</pre>";
    return new Rendering(
        LinkedHtml.of(html, site), List.of(), List.of(), templates, Optional.of(reason), lasting);
  }

  private String clipped(String text) {
    return text.length() <= limits.sourceCharsMax()
        ? text
        : text.substring(0, limits.sourceCharsMax()) + "\n…";
  }

  /** Stops; texts still being rendered are abandoned. */
  @Override
  public void close() {
    threads.close();
  }
}
