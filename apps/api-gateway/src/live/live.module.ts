import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { Arrivals } from './arrivals.js';
import { CompaniesFeed } from './companies.feed.js';
import { CompaniesHandlers } from './companies.handlers.js';
import { Devices } from './devices.js';
import { Doorman } from './doorman.js';
import { LiveGateway } from './live.gateway.js';
import { Recheck } from './recheck.js';
import { ReturnTime } from './return-time.js';
import { Watching } from './watching.js';

@Module({
  imports: [SessionModule],
  controllers: [CompaniesHandlers],
  providers: [Arrivals, CompaniesFeed, Devices, Doorman, Recheck, ReturnTime, Watching, LiveGateway],
})
export class LiveModule {}
