import { Module } from '@nestjs/common';
import { ChangesStream } from './changes.stream.js';

/** What changes, for alerts. */
@Module({ providers: [ChangesStream], exports: [ChangesStream] })
export class ChangesModule {}
