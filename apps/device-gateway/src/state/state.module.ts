import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/changes.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { LivePublisher } from './live.publisher.js';
import { StateBuffer } from './state-buffer.js';
import { StateChanges } from './state-changes.js';
import { StateMerger } from './state-merger.js';
import { StateRebuilder } from './state-rebuilder.js';
import { StateStore } from './state.store.js';

/** The last-known state of boards, and the messages to browsers about it. */
@Module({
  imports: [ChangesModule, RegistryModule],
  providers: [LivePublisher, StateChanges, StateStore, StateMerger, StateRebuilder, StateBuffer],
  exports: [StateStore, StateMerger, StateRebuilder, StateBuffer],
})
export class StateModule {}
