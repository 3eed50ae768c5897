import { Module } from '@nestjs/common';
import { PulseHandlers } from './pulse.handlers.js';
import { PulseService } from './pulse.service.js';

@Module({ controllers: [PulseHandlers], providers: [PulseService] })
export class PulseModule {}
