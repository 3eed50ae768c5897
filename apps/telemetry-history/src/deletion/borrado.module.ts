import { Module } from '@nestjs/common';
import { BorradoHandlers } from './borrado.handlers.js';
import { BorradoService } from './borrado.service.js';

@Module({ controllers: [BorradoHandlers], providers: [BorradoService], exports: [BorradoService] })
export class BorradoModule {}
