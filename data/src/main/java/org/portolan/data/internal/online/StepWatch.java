package org.portolan.data.internal.online;

import org.portolan.data.EvolveOptions;
import org.portolan.data.internal.epoch.Epochs;
import org.portolan.data.internal.process.EpochOverException;

/**
 * Tells the progress of a step, and ends the work once somebody has brought the store to another
 * step.
 *
 * @param epoch that of the step
 */
record StepWatch(Epochs epochs, long epoch, EvolveOptions.Progress progress)
    implements EvolveOptions.Progress {
  @Override
  public void at(String part, long done) {
    requireAtStep();
    progress.at(part, done);
  }

  @Override
  public void at(String part, long done, long expected) {
    requireAtStep();
    progress.at(part, done, expected);
  }

  private void requireAtStep() {
    if (epochs.epoch() > epoch) {
      throw EpochOverException.moved(epoch, epochs.epoch());
    }
  }
}
