import { Module } from '@nestjs/common';
import { PresenceModule } from '../../presence/presence.module.js';
import { StateModule } from '../../state/state.module.js';
import { InterlockReader } from './interlock.reader.js';

/** Switches that are never on together, and pumps that need an open valve. */
@Module({ imports: [StateModule, PresenceModule], providers: [InterlockReader], exports: [InterlockReader] })
export class InterlocksModule {}
