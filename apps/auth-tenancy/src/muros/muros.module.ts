import { Module } from '@nestjs/common';
import { MurosHandlers } from './muros.handlers.js';
import { MurosRepository } from './muros.repository.js';
import { MurosService } from './muros.service.js';

@Module({ controllers: [MurosHandlers], providers: [MurosRepository, MurosService] })
export class MurosModule {}
