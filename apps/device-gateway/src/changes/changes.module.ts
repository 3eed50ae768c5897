import { Module } from '@nestjs/common';
import { ChangesStream } from './changes.stream.js';

/** Publishes what boards report, for alerts. */
@Module({ providers: [ChangesStream], exports: [ChangesStream] })
export class ChangesModule {}
