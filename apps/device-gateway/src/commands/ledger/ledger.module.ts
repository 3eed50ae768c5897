import { Module } from '@nestjs/common';
import { ChangesModule } from '../../changes/changes.module.js';
import { RegistryModule } from '../../registry/registry.module.js';
import { ComandosHandlers } from './comandos.handlers.js';
import { LedgerRepository } from './ledger.repository.js';
import { Ledger } from './ledger.service.js';
import { UsuarioNombres } from './usuario-nombres.js';

/** Every command and what became of it. */
@Module({
  imports: [ChangesModule, RegistryModule],
  controllers: [ComandosHandlers],
  providers: [LedgerRepository, UsuarioNombres, Ledger],
  exports: [LedgerRepository, Ledger],
})
export class LedgerModule {}
