import { type CallInput, type CallResponse, type Caller, type Service, sistema } from '@acequia/contracts';
import type { FactoryProvider, Type } from '@nestjs/common';
import { REDIS_VOLATILE } from '../tokens.js';
import { GrantsReader } from './grants.reader.js';
import { GuardNews } from './guard-news.js';
import type { RedisClient } from '../redis/redis.js';

type Call = 'asignaciones.de_usuario';

/** The part of the bus that this file needs. A service's module passes the class, because this library does not import the bus. */
interface AsksForGrants {
  call(name: Call, input: CallInput<Call>, caller: Caller): Promise<CallResponse<Call>>;
}

interface GrantsOptions {
  /** Keep grants in memory for a moment between two reads of Redis (docs/adr/0012). false: read Redis each time. */
  remembered?: boolean;
}

/** A {@link GrantsReader} for services other than auth-tenancy: it asks auth-tenancy in the service's own name. */
export const provideGrants = (
  service: Service,
  bus: Type<AsksForGrants>,
  { remembered = true }: GrantsOptions = {},
): FactoryProvider<GrantsReader> => ({
  provide: GrantsReader,
  inject: [REDIS_VOLATILE, bus, ...(remembered ? [GuardNews] : [])],
  useFactory: (redis: RedisClient, asked: AsksForGrants, news?: GuardNews) =>
    new GrantsReader(
      redis,
      (usuario_id, asker = sistema(service)) => asked.call('asignaciones.de_usuario', { usuario_id }, asker),
      news,
    ),
});
