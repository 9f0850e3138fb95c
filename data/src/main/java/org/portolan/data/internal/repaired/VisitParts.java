package org.portolan.data.internal.repaired;

import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.recovery.Finisher;
import org.portolan.data.internal.repaired.recovery.RowRaises;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.session.Membership;

/** The parts of the protocol for a job that visits rows and changes them. Thread-safe. */
public record VisitParts(
    RowStore store, RowRaises raises, Finisher finisher, Applier applier, Membership membership) {}
