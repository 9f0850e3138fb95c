package org.portolan.data.internal.auto;

import java.util.List;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.engine.EngineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The processes at a store on servers, as texts in it. Used by one thread. */
public final class SharedAutoPeers implements AutoPeers {
  private static final Logger LOG = LoggerFactory.getLogger(SharedAutoPeers.class);

  private final AutoTurn turn;
  private final UseBoard board;

  public SharedAutoPeers(StoreMeta meta, StoreOptions options) {
    this.turn = new AutoTurn(meta, options.runtime(), options.autoWindow());
    this.board = new UseBoard(meta, options.runtime(), options.autoWindow());
  }

  @Override
  public boolean takeTurn() {
    return turn.take();
  }

  @Override
  public void publish(ProcessUse own) {
    board.publish(own);
  }

  @Override
  public List<ProcessUse> others(long self) {
    return board.others(self);
  }

  @Override
  public void close() {
    try {
      turn.leave();
      board.leave();
    } catch (EngineException e) {
      LOG.debug("others take the turn when this process has been silent", e);
    }
  }
}
