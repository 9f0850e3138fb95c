package org.portolan.rehearsal.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.target.Target;

/** As {@link RealApplicationsTest}, for WordPress and TPC-C, which must be unpacked before. */
@Tag("soak")
class ForeignApplicationsTest {
  @TempDir Path directory;

  @Test
  void statements_areServedAsEstimated_orRefusedWithAReason() throws IOException {
    List<Application> applications = ForeignApplications.all();
    assertThat(applications).as("applications named by -Dportolan.real.*").isNotEmpty();
    for (Application application : applications) {
      assertThat(application.statements()).as(application.toString()).isNotEmpty();
      for (Target target : Target.values()) {
        Trial.of(application, target, directory);
      }
    }
  }
}
