import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { CompaniesFeed } from './companies.feed.js';
import { CompaniesHandlers } from './companies.handlers.js';
import { Devices } from './devices.js';
import { Doorman } from './doorman.js';
import { LiveGateway } from './live.gateway.js';
import { Recheck } from './recheck.js';
import { Watching } from './watching.js';

@Module({
  imports: [SessionModule],
  controllers: [CompaniesHandlers],
  providers: [CompaniesFeed, Devices, Doorman, Recheck, Watching, LiveGateway],
})
export class LiveModule {}
