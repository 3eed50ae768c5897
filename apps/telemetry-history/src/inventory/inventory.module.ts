import { Module } from '@nestjs/common';
import { CableadoService } from '../cableado/cableado.service.js';
import { InventarioHandlers } from './inventory.handlers.js';

@Module({ controllers: [InventarioHandlers], providers: [CableadoService] })
export class InventarioModule {}
