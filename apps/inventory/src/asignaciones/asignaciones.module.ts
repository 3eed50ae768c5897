import { Bus } from '@acequia/bus';
import { GrantsReader, provideGrants } from '@acequia/service-kit';
import { Module } from '@nestjs/common';

@Module({
  providers: [provideGrants('inventory', Bus)],
  exports: [GrantsReader],
})
export class AsignacionesModule {}
