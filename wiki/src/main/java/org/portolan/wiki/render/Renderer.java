package org.portolan.wiki.render;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.portolan.wiki.work.FairThreads;
import org.portolan.wiki.work.OverloadedException;
import org.portolan.wikitext.expand.Expanded;
import org.portolan.wikitext.expand.Expander;
import org.portolan.wikitext.expand.PageFacts;
import org.portolan.wikitext.expand.RecentParsedTexts;
import org.portolan.wikitext.html.HtmlRenderer;
import org.portolan.wikitext.html.Hypertext;
import org.portolan.wikitext.html.InterwikiMap;
import org.portolan.wikitext.html.PageContext;
import org.portolan.wikitext.html.RenderedPage;
import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimitException;
import org.portolan.wikitext.limit.TextLimits;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renders wikitext as MediaWiki would, within {@link TextLimits}, in separate threads, so that even
 * a hostile text uses no more of the machine. The answer is always a page: the rendered page, or
 * its source under a notice. Thread-safe.
 */
public final class Renderer implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Renderer.class);

  /** Expansion and rendering recurse several frames for each level of nesting. */
  private static final long STACK_BYTES = 16L * 1024 * 1024;

  /** Threads beyond those for all, so that others' texts need not wait for those of a few. */
  private static final int KEPT_THREADS = 3;

  private static final int WAITING_MAX_PER_THREAD = 64;
  private static final long PARSED_TEMPLATES_BYTES_MAX = 32L * 1024 * 1024;

  private final SiteInfo site;
  private final TextLimits limits;
  private final Expander expander;
  private final InterwikiMap interwiki;
  private final Set<Integer> subpageNamespaces;
  private final FairThreads threads;

  public Renderer(SiteInfo site, TextLimits limits) {
    this(site, limits, Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param threadCount the number of texts of one client, or of all clients that have used much
   *     time of late, that are rendered at the same time
   */
  public Renderer(SiteInfo site, TextLimits limits, int threadCount) {
    this.site = site;
    this.limits = limits;
    this.expander =
        new Expander(
            site,
            OtherWikis.addresses(site),
            new RecentParsedTexts(PARSED_TEMPLATES_BYTES_MAX),
            Clock.systemUTC());
    this.interwiki = OtherWikis.of(site);
    this.subpageNamespaces =
        site.namespaces().stream()
            .map(Namespace::id)
            .filter(site::hasSubpages)
            .collect(Collectors.toUnmodifiableSet());
    int waiting = threadCount * WAITING_MAX_PER_THREAD;
    this.threads =
        new FairThreads(
            new FairThreads.Bounds(threadCount + KEPT_THREADS, threadCount, waiting / 2, waiting),
            FairThreads.named("render", STACK_BYTES));
  }

  /** Returns the site whose spelling this renderer follows. */
  public SiteInfo site() {
    return site;
  }

  /**
   * Renders the text of a page. Blocks until the result is ready or the time is up.
   *
   * @param client for whom it is rendered; no client occupies all threads
   * @param reader reads other pages, in one of this renderer's threads
   * @throws OverloadedException if too many texts wait to be rendered; try again in a moment
   * @throws RuntimeException any exception of {@code reader}
   */
  public Rendering render(String client, PageFacts page, String text, PageReader reader) {
    if (text.length() > limits.sourceCharsMax()) {
      return source(
          text, "it is longer than " + limits.sourceCharsMax() + " characters", Map.of(), true);
    }
    var job = new RenderJob(() -> renderWithin(page, text, reader));
    threads.execute(client, job);
    try {
      if (!job.awaitStart(limits.time()) && threads.withdraw(client, job)) {
        // That others take long says nothing about this text.
        throw new OverloadedException("too many pages are being rendered");
      }
      // Usually the allowance ends first, with a better answer; this limit is for a reader that
      // hangs.
      return job.get(limits.time().toMillis() * 5 / 4 + 100, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      job.cancel(true);
      LOGGER.warn("stopped rendering '{}' after {}", page.title(), limits.time());
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
      LOGGER.warn("rendering '{}' failed", page.title(), e.getCause());
      return source(text, "rendering it failed", Map.of(), !(e.getCause() instanceof Error));
    }
  }

  private Rendering renderWithin(PageFacts page, String text, PageReader reader) {
    var allowance = new Allowance(limits);
    var texts = new ReadTexts(reader);
    try {
      Expanded expanded = expander.expand(page, text, texts, allowance);
      var context = new PageContext(page.title(), site, interwiki, subpageNamespaces);
      RenderedPage rendered = HtmlRenderer.render(context, expanded, allowance);
      List<String> languages = new ArrayList<>();
      rendered.languages().forEach((code, title) -> languages.add(code + ":" + title));
      return new Rendering(
          rendered.body(),
          List.copyOf(rendered.categories().keySet()),
          languages,
          expanded.pages(),
          expanded.lifetime(),
          Optional.empty(),
          true);
    } catch (TextLimitException e) {
      return source(text, e.getMessage(), texts.revisions(), !e.starved());
    } catch (StackOverflowError e) {
      return source(text, "it is nested too deep", texts.revisions(), true);
    }
  }

  /** Returns a text that is not wikitext (a module, a style sheet) as it is. */
  public Rendering preformatted(String text) {
    String html = "<pre class=\"source\">" + Html.escape(clipped(text)) + "</pre>";
    return new Rendering(
        Hypertext.withoutLinks(html),
        List.of(),
        List.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        true);
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
        Hypertext.withoutLinks(html),
        List.of(),
        List.of(),
        templates,
        Optional.empty(),
        Optional.of(reason),
        lasting);
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
