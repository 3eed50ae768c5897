import 'reflect-metadata';
import { startService } from './service-fixture.js';

// An instance of inventory that reports each call it takes and never answers. Argument: the URL of Redis.
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
