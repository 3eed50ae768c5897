import { Module } from '@nestjs/common';
import { PulseHandlers } from './pulse.handlers.js';
import { PulseService } from './pulse.service.js';
import { SensorDayService } from './sensor-day.service.js';

@Module({ controllers: [PulseHandlers], providers: [PulseService, SensorDayService] })
export class PulseModule {}
