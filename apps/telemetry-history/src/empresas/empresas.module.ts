import { Module } from '@nestjs/common';
import { DeletionModule } from '../deletion/deletion.module.js';
import { EmpresasHandlers } from './empresas.handlers.js';

@Module({ imports: [DeletionModule], controllers: [EmpresasHandlers] })
export class EmpresasModule {}
