import { Module } from '@nestjs/common';
import { StoredModule } from '../projection/stored.module.js';
import { CuentaHandlers } from './cuenta.handlers.js';
import { MeterService } from './meter.service.js';
import { MonthService } from './month.service.js';
import { PumpAccountService } from './pump-account.service.js';

@Module({
  imports: [StoredModule],
  controllers: [CuentaHandlers],
  providers: [MonthService, MeterService, PumpAccountService],
})
export class CuentaModule {}
