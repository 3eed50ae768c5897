import { Global, Module } from '@nestjs/common';
import { GatewayMetrics } from './metrics.js';

@Global()
@Module({ providers: [GatewayMetrics], exports: [GatewayMetrics] })
export class GatewayMetricsModule {}
