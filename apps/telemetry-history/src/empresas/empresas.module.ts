import { Module } from '@nestjs/common';
import { BorradoModule } from '../deletion/borrado.module.js';
import { EmpresasHandlers } from './empresas.handlers.js';

@Module({ imports: [BorradoModule], controllers: [EmpresasHandlers] })
export class EmpresasModule {}
