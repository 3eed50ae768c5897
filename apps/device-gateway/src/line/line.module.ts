import { Module } from '@nestjs/common';
import { LineEvents } from './board-line.js';

@Module({ providers: [LineEvents], exports: [LineEvents] })
export class LineModule {}
