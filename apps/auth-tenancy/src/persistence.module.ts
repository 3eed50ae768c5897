import { GrantsWriter, REDIS_VOLATILE, SessionInvalidator, type RedisClient } from '@acequia/service-kit';
import { Global, Module } from '@nestjs/common';
import { AsignacionesRepository } from './asignaciones/asignaciones.repository.js';
import { AuditoriaService } from './auditoria/auditoria.service.js';
import { EmpresasRepository } from './empresas/empresas.repository.js';
import { SesionesRepository } from './sessions/sesiones.repository.js';
import { Transactions } from './transactions.js';
import { UsuariosRepository } from './usuarios/usuarios.repository.js';

const parts = [
  Transactions,
  AuditoriaService,
  EmpresasRepository,
  UsuariosRepository,
  SesionesRepository,
  AsignacionesRepository,
];
const caches = [
  { provide: GrantsWriter, inject: [REDIS_VOLATILE], useFactory: (redis: RedisClient) => new GrantsWriter(redis) },
  {
    provide: SessionInvalidator,
    inject: [REDIS_VOLATILE],
    useFactory: (redis: RedisClient) => new SessionInvalidator(redis),
  },
];

/**
 * Tables and caches for every feature: companies, users, sessions and grants form one aggregate, and a change of one often
 * deletes rows of another in the same transaction.
 */
@Global()
@Module({ providers: [...parts, ...caches], exports: [...parts, GrantsWriter, SessionInvalidator] })
export class PersistenceModule {}
