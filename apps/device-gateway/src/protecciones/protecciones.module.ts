import { Module } from '@nestjs/common';
import { SwitchesModule } from '../commands/switches/switches.module.js';
import { MedidasModule } from '../medidas/medidas.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { StateModule } from '../state/state.module.js';
import { ProtectionWatch } from './protection-watch.js';
import { ServiceProtections } from './service-protections.repository.js';

/** Protections that no board judges. */
@Module({
  imports: [MedidasModule, PresenceModule, StateModule, SwitchesModule],
  providers: [ProtectionWatch, ServiceProtections],
})
export class ProteccionesModule {}
