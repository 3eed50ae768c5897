import { Module } from '@nestjs/common';
import { PuntosHandlers } from './puntos.handlers.js';
import { PuntosRepository } from './puntos.repository.js';
import { PuntosService } from './puntos.service.js';

@Module({ controllers: [PuntosHandlers], providers: [PuntosRepository, PuntosService] })
export class PuntosModule {}
