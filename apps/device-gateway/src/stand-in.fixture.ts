import { type FixtureHandlers, makeSchema, type ServiceFixture, startService } from '@acequia/bus/spec-support';
import type { Asignaciones, Service } from '@acequia/contracts';
import { DataSource } from 'typeorm';
import type { Parts } from './gateway.fixture.js';

export type StandIn = Pick<ServiceFixture, 'bus' | 'emit' | 'stop'>;

type Assigned = Partial<Pick<Asignaciones, 'dispositivos' | 'switches'>>;

/** auth-tenancy's answer to `asignaciones.de_usuario`: a usuario of company 1 with the grants that `assigned` holds at that moment. */
export const grantsOf =
  (assigned: () => Assigned) =>
  async ({ usuario_id }: { usuario_id: number }): Promise<Asignaciones> => ({
    usuario_id,
    empresa_id: 1,
    version: 1,
    dispositivos: [],
    switches: [],
    ...assigned(),
  });

/** Another service on the parts of a test, with only its bus. `writes` = the service emits events. */
export const startStandIn = async (
  { durable, volatile, database }: Parts,
  service: Service,
  calls: NonNullable<FixtureHandlers['calls']> = {},
  writes = false,
): Promise<StandIn> => {
  const dataSource = writes ? await new DataSource({ type: 'postgres', url: database.url }).initialize() : undefined;
  if (dataSource) await makeSchema(dataSource, service);
  const urls = { durableUrl: durable.url, volatileUrl: volatile.url };
  const started = await startService({
    service,
    ...urls,
    dataSource,
    handlers: { calls, otherCalls: async () => ({}) },
  });
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await dataSource?.destroy();
    },
  };
};
