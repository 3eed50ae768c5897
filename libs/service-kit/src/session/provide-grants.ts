import { type CallInput, type CallResponse, type Caller, type Service, sistema } from '@acequia/contracts';
import type { FactoryProvider, Type } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS_VOLATILE } from '../tokens.js';
import { GrantsReader } from './grants.reader.js';
import { GuardNews } from './guard-news.js';

type Call = 'asignaciones.de_usuario';

/** What is asked of a service's bus. Its module passes the class, because this library and the bus do not know each other. */
interface AsksForGrants {
  call(name: Call, input: CallInput<Call>, caller: Caller): Promise<CallResponse<Call>>;
}

interface GrantsOptions {
  /** Between two looks at Redis they are believed for a moment (docs/adr/0012). false: Redis is asked each time. */
  remembered?: boolean;
}

/** A {@link GrantsReader} for a service that is not their owner: it asks auth-tenancy in its own name. */
export const provideGrants = (
  service: Service,
  bus: Type<AsksForGrants>,
  { remembered = true }: GrantsOptions = {},
): FactoryProvider<GrantsReader> => ({
  provide: GrantsReader,
  inject: [REDIS_VOLATILE, bus, ...(remembered ? [GuardNews] : [])],
  useFactory: (redis: Redis, asked: AsksForGrants, news?: GuardNews) =>
    new GrantsReader(
      redis,
      (usuario_id, asker = sistema(service)) => asked.call('asignaciones.de_usuario', { usuario_id }, asker),
      news,
    ),
});
