import { Module } from '@nestjs/common';
import { VistasHandlers } from './vistas.handlers.js';
import { VistasService } from './vistas.service.js';

@Module({ controllers: [VistasHandlers], providers: [VistasService] })
export class VistasModule {}
