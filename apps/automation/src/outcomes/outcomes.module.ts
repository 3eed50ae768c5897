import { Module } from '@nestjs/common';
import { StoredModule } from '../projection/stored.module.js';
import { OutcomeService } from './outcome.service.js';

@Module({ imports: [StoredModule], providers: [OutcomeService], exports: [OutcomeService] })
export class OutcomesModule {}
