package org.portolan.data.simulation;

import java.util.List;

/** What every run of many histories on a transactional cluster must have met. */
final class Expected {
  static final List<String> OF_TRANSACTIONS =
      List.of(
          "answer: CapabilityException",
          "answer: OutcomeUnknownException",
          "answer: UnavailableException",
          "answer: acknowledged",
          "event: all disks full",
          "event: disk full",
          "event: power fails after a load",
          "event: process cut off",
          "event: process killed",
          "event: process paused",
          "event: process paused with its monotonic clock",
          "event: server restarts",
          "event: wall clock jumps back",
          "event: wall clock jumps forward",
          "fault: ANSWER_LOST",
          "fault: HALF_WAY",
          "fault: KILLED_AFTER",
          "fault: KILLED_BEFORE",
          "fault: KILLED_PART",
          "fault: LATE",
          "fault: PART_DONE",
          "fault: PART_UNAVAILABLE",
          "fault: REQUEST_LOST",
          "fault: SLOW",
          "fault: UNAVAILABLE",
          "operation: check",
          "operation: check with repair",
          "operation: load",
          "operation: merge",
          "operation: recount",
          "operation: rename",
          "operation: value over a limit",
          "state: call met a server that was down",
          "state: commit left half way made",
          "state: commit left half way rolled back",
          "state: commit made late",
          "state: commit met a conflict",
          "state: commit met another of its rows",
          "state: commit missed by a server that is down",
          "state: counter outside of transactions drifted",
          "state: late commit met a conflict",
          "state: majority lost during a commit",
          "state: nothing left of the dead in time",
          "state: read before a commit had reached the primary",
          "state: read of one moment met a commit",
          "state: server copied from another",
          "state: server lost its copy",
          "state: write half made because of full disks",
          "state: write met a lost majority",
          "state: write refused by a full disk",
          "state: write run again after a conflict");

  private Expected() {}
}
