import { Module } from '@nestjs/common';
import { TelegramHandlers } from './telegram.handlers.js';

@Module({ controllers: [TelegramHandlers] })
export class TelegramModule {}
