import { Module } from '@nestjs/common';
import { CableadoService } from '../cableado/cableado.service.js';
import { InventarioHandlers } from './inventario.handlers.js';

@Module({ controllers: [InventarioHandlers], providers: [CableadoService] })
export class InventarioModule {}
