import { InvalidArgumentError, Option, type Command } from 'commander';
import { writePrivate } from '../board-spec.js';
import { MISBEHAVIOURS, type MisbehaviourKind } from './misbehaviour.js';
import { MODELS } from './models.js';
import { describeAccounts, loadAccounts } from './relay-cloud-file.js';
import { RelayCloud } from './relay-cloud.js';

interface Options {
  port: number;
  file?: string;
  accounts: number;
  devices: number;
  out?: string;
  latency: number;
  misbehave?: MisbehaviourKind;
}

const whole =
  (max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > max)
      throw new InvalidArgumentError(`Debe ser un número entero entre 0 y ${max}.`);
    return value;
  };

const madeUp = (cloud: RelayCloud, { accounts, devices, latency }: Options): void => {
  for (let n = 0; n < accounts; n += 1) {
    const account = cloud.account({ latency_ms: latency });
    for (let d = 0; d < devices; d += 1) account.add(MODELS[d % MODELS.length] ?? 'plus1');
  }
};

/** The counters of all accounts as one line of JSON. */
const summary = (cloud: RelayCloud): string =>
  JSON.stringify({
    accounts: cloud.accounts.length,
    devices: cloud.accounts.reduce((sum, { devices }) => sum + devices.length, 0),
    requests: cloud.accounts.reduce((sum, { requests }) => sum + requests, 0),
    violations: cloud.accounts.reduce((sum, { violations }) => sum + violations, 0),
    strangers: cloud.strangers,
  });

/** `boards relay-cloud`: the stand-in alone, until `ending` aborts. */
export const addRelayCloudCommand = (program: Command, ending: () => AbortSignal): void => {
  program
    .command('relay-cloud')
    .description('Un sustituto de la nube de relevadores (v1 y v2) en 127.0.0.1; al terminar imprime una línea JSON')
    .option('--port <n>', 'puerto', whole(65_535), 8085)
    .option('--file <archivo>', 'cuentas y dispositivos; si falta, se inventan')
    .option('--accounts <n>', 'cuántas cuentas inventar', whole(100_000), 1)
    .option('--devices <n>', 'dispositivos por cuenta inventada, de todos los modelos por turno', whole(10_000), 5)
    .option('--out <archivo>', 'escribe las cuentas y sus claves (modo 600)')
    .option('--latency <ms>', 'cuánto tarda cada respuesta de una cuenta inventada', whole(60_000), 0)
    .addOption(new Option('--misbehave <cómo>', 'todas las cuentas fallan así').choices([...MISBEHAVIOURS]))
    .action(async (options: Options) => {
      const signal = ending();
      const cloud = new RelayCloud();
      if (options.file === undefined) madeUp(cloud, options);
      else loadAccounts(cloud, options.file);
      for (const account of cloud.accounts) account.misbehave(options.misbehave ?? null);
      if (options.out !== undefined) writePrivate(options.out, JSON.stringify(describeAccounts(cloud), null, 2));
      await cloud.start(options.port);
      console.log(`Nube de relevadores en ${cloud.origin}: RELAY_CLOUD_ALLOWED_HOSTS=${cloud.origin}`);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await cloud.stop();
      console.log(summary(cloud));
    });
};
