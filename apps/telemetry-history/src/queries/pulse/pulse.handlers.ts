import { type CallContext, HandlesCall } from '@acequia/bus';
import type { CallRequest, CallResponse } from '@acequia/contracts';
import { Controller } from '@nestjs/common';
import { PulseService } from './pulse.service.js';
import { SensorDayService } from './sensor-day.service.js';

@Controller()
export class PulseHandlers {
  constructor(
    private readonly pulse: PulseService,
    private readonly sensors: SensorDayService,
  ) {}

  @HandlesCall('situacion.pulso')
  read(
    { empresa_id }: CallRequest<'situacion.pulso'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'situacion.pulso'>> {
    return this.pulse.read(caller, empresa_id);
  }

  @HandlesCall('situacion.sensores')
  readSensors(
    { empresa_id }: CallRequest<'situacion.sensores'>,
    { caller }: CallContext,
  ): Promise<CallResponse<'situacion.sensores'>> {
    return this.sensors.read(caller, empresa_id);
  }
}
