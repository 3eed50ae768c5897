import 'reflect-metadata';
import { startService } from './service-fixture.js';

// An instance of inventory that says which call it took and never ends it. Argument: the URL of Redis.
const stuck = (name: string) => (): Promise<never> => {
  process.send?.(name);
  return new Promise(() => {});
};

await startService({
  service: 'inventory',
  volatileUrl: process.argv[2] ?? '',
  instance: 'stuck',
  handlers: {
    calls: { 'switches.eliminar': stuck('switches.eliminar'), 'switches.listar': stuck('switches.listar') },
  },
});
process.send?.('ready');
