import { Module } from '@nestjs/common';
import { DerivedService } from './derived.service.js';

@Module({
  providers: [DerivedService],
  exports: [DerivedService],
})
export class DerivedModule {}
