import 'reflect-metadata';
import { BusModule, type BusOptions, BusServer, HandlesCall, HandlesEvent } from '@acequia/bus';
import { type CallName, type CallRequest, callsOf, eventsFor } from '@acequia/contracts';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { busOptions } from './options.js';

// An auth-tenancy that answers `empresas.ficha` from memory. Arguments: the URL of Redis, `unsigned` for one without signatures.
const url = process.argv[2] ?? '';
const signed = process.argv[3] !== 'unsigned';

@Controller()
class Handlers {
  @HandlesCall('empresas.ficha')
  async profile(request: CallRequest<'empresas.ficha'>) {
    return { id: request.id, nombre: 'Rancho El Mezquite', activa: 1 as const, zona_horaria: 'America/Mexico_City' };
  }

  unused(): Promise<never> {
    return Promise.reject(new Error('not part of this benchmark'));
  }
}

/** The bus starts only with complete handlers: the rest are there and never asked. */
const fillIn = (): void => {
  const method = Object.getOwnPropertyDescriptor(Handlers.prototype, 'unused')!;
  const define = (key: string, decorate: MethodDecorator): void => {
    const own: PropertyDescriptor = { ...method, value: () => Promise.reject(new Error(key)) };
    Object.defineProperty(Handlers.prototype, key, own);
    decorate(Handlers.prototype, key, own);
  };
  const others = callsOf('auth-tenancy').filter((name) => !name.endsWith('.salud') && name !== 'empresas.ficha');
  for (const name of others) define(`call ${name}`, HandlesCall(name as CallName) as MethodDecorator);
  for (const name of eventsFor('auth-tenancy')) define(`event ${name}`, HandlesEvent(name) as MethodDecorator);
};
fillIn();

@Module({
  imports: [BusModule.forRootAsync({ useFactory: (): BusOptions => busOptions('auth-tenancy', url, signed) })],
  controllers: [Handlers],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
app.connectMicroservice({ strategy: app.get(BusServer) });
await app.startAllMicroservices();
process.send?.('ready');
