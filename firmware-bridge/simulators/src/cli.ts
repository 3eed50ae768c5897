#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError } from 'commander';
import { readBoards } from './board-spec.js';
import { Fleet } from './fleet.js';
import { provision } from './provision.js';
import { addLorawanCommand } from './lorawan/command.js';
import { addRelayCloudCommand } from './relay-cloud/command.js';
import { HostedCloud } from './relay-cloud/hosted-cloud.js';
import { running } from './running.js';
import { simulate } from './simulate.js';
import { addTelegramCommand } from './telegram/command.js';

const DEMO = { email: 'admin@acequia.demo', password: 'acequia-demo' };

const number =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && value <= max))
      throw new InvalidArgumentError(`Debe ser un número entre ${min} y ${max}.`);
    return value;
  };
const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = number(min, max)(text);
    if (!Number.isInteger(value)) throw new InvalidArgumentError('Debe ser un número entero.');
    return value;
  };

/** Aborts at SIGINT or SIGTERM. */
const ending = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
};

interface FleetCommand {
  file: string;
  url?: string;
  historyDays: number;
  utcOffset: number;
  relayCloud?: string;
  relayCloudPort: number;
}

/** If the cloud's port is taken, the farm's boards run without the cloud. */
const startCloud = async ({ relayCloud, relayCloudPort }: FleetCommand): Promise<HostedCloud | null> => {
  if (relayCloud === undefined) return null;
  try {
    const cloud = new HostedCloud(relayCloud, relayCloudPort);
    await cloud.start();
    return cloud;
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
};

const program = new Command('boards').description('Placas simuladas para Acequia.');

program
  .command('provision')
  .description('Registra placas nuevas de una empresa y guarda sus credenciales')
  .requiredOption('--empresa <id>', 'id de la empresa', integer(1, 2_147_483_647))
  .requiredOption('--count <n>', 'cuántas placas', integer(1, 100_000))
  .requiredOption('--out <archivo>', 'dónde guardar las credenciales (modo 600)')
  .option('--http <url>', 'dirección de la consola; si falta, la de $ACEQUIA_DATA/run.json')
  .option('--email <correo>', 'admin_global; si falta, ACEQUIA_ADMIN_EMAIL o el de demostración')
  .option('--password <clave>', 'su contraseña; si falta, ACEQUIA_ADMIN_PASSWORD o la de demostración')
  .action(
    async (
      options: Record<'out', string> &
        Record<'empresa' | 'count', number> &
        Partial<Record<'http' | 'email' | 'password', string>>,
    ) => {
      const boards = await provision({
        ...options,
        http: options.http ?? running().http,
        email: options.email ?? process.env['ACEQUIA_ADMIN_EMAIL'] ?? DEMO.email,
        password: options.password ?? process.env['ACEQUIA_ADMIN_PASSWORD'] ?? DEMO.password,
      });
      console.log(`${boards.length} placas guardadas en ${options.out}`);
    },
  );

program
  .command('simulate')
  .description('Conecta las placas de un archivo y envía muestras a un ritmo total; imprime una línea JSON')
  .requiredOption('--file <archivo>', 'lo que escribió provision')
  .option('--rate <n>', 'muestras por segundo entre todas', number(0.01, 100_000), 100)
  .option('--seconds <s>', 'cuánto tiempo', number(0.1, 7 * 86_400), 30)
  .option('--boards <n>', 'usa solo las primeras n placas', integer(1, 1_000_000))
  .option('--window <n>', 'mensajes en vuelo por placa', integer(1, 1_000), 20)
  .option('--drain <s>', 'espera máxima, al final, por lo que falta confirmar', number(0, 3_600), 65)
  .option('--ledger <archivo>', 'escribe cada muestra confirmada (PUBACK) como una línea JSON')
  .option('--url <url>', 'broker; si falta, el de $ACEQUIA_DATA/run.json')
  .action(
    async (
      options: Record<'file', string> &
        Record<'rate' | 'seconds' | 'window' | 'drain', number> & { boards?: number; ledger?: string; url?: string },
    ) => {
      const summary = await simulate({
        boards: readBoards(options.file).slice(0, options.boards),
        url: options.url ?? running().mqtt,
        rate: options.rate,
        seconds: options.seconds,
        window: options.window,
        drain_ms: options.drain * 1000,
        ledger: options.ledger,
        signal: ending(),
      });
      console.log(JSON.stringify(summary));
      if (summary.acked < summary.sent) process.exitCode = 1;
    },
  );

program
  .command('fleet')
  .description('Una granja viva: entrega su historial y sigue hasta SIGTERM')
  .requiredOption('--file <archivo>', 'placas con sus relevadores y sensores')
  .option('--url <url>', 'broker; si falta, el de $ACEQUIA_DATA/run.json')
  .option('--history-days <n>', 'días de historial de una placa que nunca entregó', number(0, 365), 7)
  .option(
    '--utc-offset <h>',
    'hora local, respecto a UTC, de las placas cuyo archivo no dice su zona_horaria',
    number(-14, 14),
    -6,
  )
  .option('--relay-cloud <archivo>', 'cuentas de un sustituto de la nube de relevadores que vive en el mismo proceso')
  .option('--relay-cloud-port <n>', 'su puerto en 127.0.0.1', integer(1, 65_535), 8085)
  .action(async (options: FleetCommand) => {
    // Without this flag the generated days of history would leave 50 MB of heap behind in an idle process.
    setFlagsFromString('--semi-space-growth-factor=1');
    const signal = ending();
    const fleet = new Fleet({
      file: options.file,
      url: options.url ?? running().mqtt,
      history_days: options.historyDays,
      offset_h: options.utcOffset,
      log: (line) => console.error(line),
    });
    fleet.start();
    const cloud = await startCloud(options);
    console.log(`${fleet.size} placas simuladas`);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.all([fleet.stop(), cloud?.stop()]);
  });

addLorawanCommand(program, ending);
addRelayCloudCommand(program, ending);
addTelegramCommand(program, ending);

try {
  await program.parseAsync();
  process.exit();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
