package org.portolan.bench.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.bench.workload.trace.PageRequest.Decision;

class PageRequestTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://en.wikipedia.org/wiki/Fasciculus_gracilis | - | VIEW Fasciculus gracilis",
        "http://en.wikipedia.org/wiki/Caf%C3%A9?printable=yes#Top | - | VIEW Café",
        "wiki/Caf%C3%A9 | - | VIEW Café",
        "http://en.wikipedia.org/wiki/Not%E9d | - | VIEW Not%E9d",
        "http://en.wikipedia.org/w/index.php?title=Industrial+democracy&printable=yes | - |"
            + " VIEW Industrial democracy",
        "http://en.wikipedia.org/w/index.php?title=A&amp;action=history | - | HISTORY A",
        "http://en.wikipedia.org/w/index.php?title=Lobby&action=edit | - | FORM Lobby",
        "w/index.php?title=Ogden%2C_North_Carolina&action=submit | save |"
            + " EDIT Ogden, North Carolina",
        "w/index.php?title=A&action=submit | - | OTHER_ACTION",
        "w/index.php?title=A&diff=17 | - | OTHER_ACTION",
        "http://de.wikipedia.org/wiki/Lobby | - | OTHER_HOST",
        "http://upload.wikimedia.org/wikipedia/commons/North.svg | - | OTHER_HOST",
        "http://en.wikipedia.org/skins-1.5/common/commonPrint.css?100 | - | STATIC",
        "w/index.php?title=MediaWiki:Monobook.css&action=raw | - | STATIC",
        "w/index.php?title=Special%3ASearch&search=x | - | SPECIAL",
        "wiki/Spezial:Zuf%C3%A4llige_Seite | - | SPECIAL",
        "http://en.wikipedia.org/w/index.php | - | NO_TITLE",
        "http://en.wikipedia.org/wiki/ | - | NO_TITLE",
        "http://en.wikipedia.org | - | STATIC",
      })
  void of_saysWhatIsReplayed_orWhyNot(String url, String flag, String expected) {
    TraceLine line = new TraceLine(5, url, flag.equals("save"), Optional.empty());
    Decision decision = PageRequest.of(line, "en.wikipedia.org");
    String found =
        decision
            .request()
            .map(request -> request.kind() + " " + request.title())
            .orElseGet(() -> decision.dropped().name());
    assertThat(found).isEqualTo(expected);
  }
}
