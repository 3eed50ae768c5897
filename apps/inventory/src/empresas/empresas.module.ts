import { Module } from '@nestjs/common';
import { EmpresasRepository } from './empresas.repository.js';
import { EmpresasService } from './empresas.service.js';

@Module({ providers: [EmpresasRepository, EmpresasService], exports: [EmpresasRepository, EmpresasService] })
export class EmpresasModule {}
