import { Module } from '@nestjs/common';
import { OutcomesModule } from '../outcomes/outcomes.module.js';
import { ProjectionHandlers } from './projection.handlers.js';
import { StoredModule } from './stored.module.js';

@Module({
  imports: [StoredModule, OutcomesModule],
  controllers: [ProjectionHandlers],
})
export class ProjectionModule {}
