import { Module } from '@nestjs/common';
import { EnergiaModule } from '../energia/energia.module.js';
import { EnergyTodayService } from './energy-today.service.js';
import { PulseHandlers } from './pulse.handlers.js';
import { PulseService } from './pulse.service.js';
import { SensorDayService } from './sensor-day.service.js';

@Module({
  imports: [EnergiaModule],
  controllers: [PulseHandlers],
  providers: [PulseService, EnergyTodayService, SensorDayService],
})
export class PulseModule {}
