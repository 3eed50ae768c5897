import { Module } from '@nestjs/common';
import { CuentaModule } from '../cuenta/cuenta.module.js';
import { ProjectionHandlers } from './projection.handlers.js';
import { StoredModule } from './stored.module.js';

@Module({
  imports: [StoredModule, CuentaModule],
  controllers: [ProjectionHandlers],
})
export class ProjectionModule {}
