package org.portolan.advisor.infer;

import java.util.Optional;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.workload.StatementTemplate;

/**
 * A template of the workload with its access path.
 *
 * @param path empty if the template could not be parsed
 * @param failure why it could not; empty if it could
 */
public record Statement(StatementTemplate template, Optional<AccessPath> path, String failure) {}
