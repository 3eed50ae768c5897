import { BusModule, type BusOptions, BusServer, HandlesCall, HandlesEvent, HandlesJob } from '@acequia/bus';
import {
  type Caller,
  type CallRequest,
  callsOf,
  type EventEnvelope,
  eventsFor,
  JOBS,
  noEncontrado,
} from '@acequia/contracts';
import { Controller, type INestApplication, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export type Verificar = (request: CallRequest<'inventario.verificar'>, caller: Caller) => void;

/** inventory as auth-tenancy sees it: answers `inventario.verificar`, keeps the events it is sent, refuses the rest. */
export const inventoryHandlers = (verificar: Verificar, seen: EventEnvelope[]): Type => {
  class Inventory {}
  const add = (key: string, method: (...args: never[]) => Promise<unknown>, decorate: MethodDecorator): void => {
    Object.defineProperty(Inventory.prototype, key, { value: method, writable: true, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(Inventory.prototype, key);
    if (descriptor) decorate(Inventory.prototype, key, descriptor);
  };
  for (const name of callsOf('inventory').filter((call) => !call.endsWith('.salud'))) {
    const answer =
      name === 'inventario.verificar'
        ? async (request: CallRequest<'inventario.verificar'>, { caller }: { caller: Caller }) => {
            verificar(request, caller);
            return {};
          }
        : () => Promise.reject(noEncontrado());
    add(name, answer, HandlesCall(name) as MethodDecorator);
  }
  for (const name of eventsFor('inventory')) {
    add(name, async (event: EventEnvelope) => void seen.push(event), HandlesEvent(name) as MethodDecorator);
  }
  for (const [name, job] of Object.entries(JOBS)) {
    if ((job.servicio as string) !== 'inventory') continue;
    add(name, async () => {}, HandlesJob(name as keyof typeof JOBS) as unknown as MethodDecorator);
  }
  Controller()(Inventory);
  return Inventory;
};

export const startInventory = async (
  handlers: Type,
  redis: Redis,
  dataSource: DataSource,
): Promise<INestApplication> => {
  const options: BusOptions = {
    service: 'inventory',
    instance: 'inventory-de-prueba',
    durable: redis,
    volatile: redis,
    dataSource,
    trace: { current: () => 'rastro', run: (_id, fn) => fn() },
    logger: silent,
  };

  @Module({ imports: [BusModule.forRootAsync({ useFactory: () => options })], controllers: [handlers] })
  class InventoryModule {}

  const app = await NestFactory.create(InventoryModule, { logger: false, abortOnError: false });
  app.connectMicroservice({ strategy: app.get(BusServer) });
  await app.startAllMicroservices();
  return app;
};
