import { AtModem } from '@acequia/simulators';
import {
  connectBoard,
  eventually,
  Farm,
  publishTelemetry,
  type RunningAcequia,
  SENSOR_PIN,
  startAcequia,
} from '@acequia/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NUMERO = '+525512345678';
const FOLDERS = ['inbox', 'outbox', 'sent', 'error'] as const;

/** As docs/operations.md says it, with the pauses of a test. */
const configuration = (folder: string, device: string): string =>
  [
    '[gammu]',
    `device = ${device}`,
    'connection = at115200',
    '[smsd]',
    'service = files',
    `inboxpath = ${folder}/inbox/`,
    `outboxpath = ${folder}/outbox/`,
    `sentsmspath = ${folder}/sent/`,
    `errorsmspath = ${folder}/error/`,
    'commtimeout = 1',
    'receivefrequency = 1',
    'statusfrequency = 0',
    'checksecurity = 0',
    'checkbattery = 0',
    'checksignal = 0',
  ].join('\n');

let folder: string;
let modem: AtModem;
let daemon: ChildProcess;
let acequia: RunningAcequia;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-gammu-'));
  for (const name of FOLDERS) mkdirSync(join(folder, name));
  modem = await AtModem.start(join(folder, 'modem'));
  const file = join(folder, 'smsdrc');
  writeFileSync(file, configuration(folder, modem.device));
  daemon = spawn('gammu-smsd', ['-c', file], { stdio: 'ignore' });
  // Neither Telegram nor mail, nor a provider: what the modem does not send reaches nobody.
  acequia = await startAcequia({ env: { SMS_GAMMU_FOLDER: folder } });
});

afterAll(async () => {
  await acequia?.stop();
  if (daemon?.exitCode === null && daemon.kill()) await once(daemon, 'exit');
  await modem?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('an alarm leaves by gammu-smsd and a modem, and a reply by SMS acknowledges it', async () => {
  const farm = await Farm.create(acequia, await acequia.loginAdmin());
  const { api, id: usuario_id } = farm.admin;
  const empresa_id = farm.empresa.id;
  await api.call('cuenta.pedir_telefono', { body: { numero: NUMERO } });
  const codeIn = (n: number): string | undefined => /\d{6}/.exec(modem.sent[n]?.texto ?? '')?.[0];
  const codigo = await eventually(() => Promise.resolve(codeIn(0) ?? Promise.reject(new Error('no code came'))));
  expect(await api.call('cuenta.confirmar_telefono', { body: { codigo } })).toMatchObject({ numero: NUMERO });
  await api.call('avisos.agregar_canal', { body: { empresa_id, canal: 'sms', usuario_id } });
  const rule = { empresa_id, tipo: 'temperatura_alta' as const, activa: 1 as const, umbral: 30, histeresis: 1 };
  await api.call('avisos.guardar_regla', { body: { ...rule, espera_s: 1 } });

  const link = await connectBoard(acequia.mqtt, farm.board);
  await publishTelemetry(link, farm.board.id, { sensors: { [SENSOR_PIN]: { t: 45, h: 50 } } });
  const told = await eventually(async () => {
    const [one] = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    if (one?.tipo !== 'temperatura_alta') throw new Error('no alarm');
    return one;
  });
  const answer = await eventually(() => Promise.resolve(codeIn(1) ?? Promise.reject(new Error('no alarm came'))));
  expect(modem.sent[1]).toMatchObject({ numero: NUMERO, texto: expect.stringContaining(farm.empresa.nombre) });
  modem.receive(NUMERO, `Voy ${answer}`);
  await eventually(async () => {
    const [one] = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    expect(one).toMatchObject({ id: told.id, estado: 'reconocido' });
  });
  expect(modem.sent).toHaveLength(2);
  link.end(true);
});
