import { Module } from '@nestjs/common';
import { PlansModule } from '../../plans/plans.module.js';
import { StateModule } from '../../state/state.module.js';
import { InterlocksModule } from '../interlocks/interlocks.module.js';
import { SwitchesModule } from '../switches/switches.module.js';
import { InterlockWatch } from './interlock-watch.js';
import { OverdueWatch } from './overdue-watch.js';

/** Turns off by itself switches that are on for too long, or against their interlocks. */
@Module({
  imports: [StateModule, PlansModule, InterlocksModule, SwitchesModule],
  providers: [OverdueWatch, InterlockWatch],
})
export class OverdueModule {}
