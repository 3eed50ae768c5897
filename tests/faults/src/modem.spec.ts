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
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NUMERO = '+525512345678';
const TELEGRAM = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
/** Longest that an SMS may take to leave. */
const PROMISED_MS = 60_000;
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
/** The internet: it takes every connection, and nothing comes back. */
let cut: Server;

beforeAll(async () => {
  cut = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(cut, 'listening');
  const nowhere = `127.0.0.1:${(cut.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'acequia-gammu-'));
  for (const name of FOLDERS) mkdirSync(join(folder, name));
  modem = await AtModem.start(join(folder, 'modem'));
  const file = join(folder, 'smsdrc');
  writeFileSync(file, configuration(folder, modem.device));
  daemon = spawn('gammu-smsd', ['-c', file], { stdio: 'ignore' });
  acequia = await startAcequia({
    env: {
      SMS_GAMMU_FOLDER: folder,
      SMS_HTTP_URL: `http://${nowhere}`,
      TELEGRAM_API_URL: `http://${nowhere}`,
      SMTP_URL: `smtp://${nowhere}`,
    },
  });
});

afterAll(async () => {
  await acequia?.stop();
  if (daemon?.exitCode === null && daemon.kill()) await once(daemon, 'exit');
  await modem?.stop();
  cut?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('with the internet cut an alarm leaves by gammu-smsd and a modem within 60 s, and a reply by SMS acknowledges it', async () => {
  const root = await acequia.loginAdmin();
  const farm = await Farm.create(acequia, root);
  const { api, id: usuario_id } = farm.admin;
  const empresa_id = farm.empresa.id;
  await api.call('cuenta.pedir_telefono', { body: { numero: NUMERO } });
  const codeIn = (n: number): string | undefined => /\d{6}/.exec(modem.sent[n]?.texto ?? '')?.[0];
  const codigo = await eventually(() => Promise.resolve(codeIn(0) ?? Promise.reject(new Error('no code came'))));
  expect(await api.call('cuenta.confirmar_telefono', { body: { codigo } })).toMatchObject({ numero: NUMERO });
  await api.call('avisos.agregar_canal', { body: { empresa_id, canal: 'sms', usuario_id } });
  await api.call('avisos.agregar_canal', { body: { empresa_id, canal: 'correo', destino: 'campo@acequia.test' } });
  const { nombre, fecha_vencimiento } = farm.empresa;
  const chat = { nombre, fecha_vencimiento, token_telegram: TELEGRAM, telegram_chat_id: '5000' };
  await root.call('empresas.actualizar', { params: { id: empresa_id }, body: chat });
  const rule = { empresa_id, tipo: 'temperatura_alta' as const, activa: 1 as const, umbral: 30, histeresis: 1 };
  await api.call('avisos.guardar_regla', { body: { ...rule, espera_s: 1 } });

  const link = await connectBoard(acequia.mqtt, farm.board);
  const happened = Date.now();
  await publishTelemetry(link, farm.board.id, { sensors: { [SENSOR_PIN]: { t: 45, h: 50 } } });
  const told = await eventually(async () => {
    const [one] = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    if (one?.tipo !== 'temperatura_alta') throw new Error('no alarm');
    return one;
  });
  const answer = await eventually(() => Promise.resolve(codeIn(1) ?? Promise.reject(new Error('no alarm came'))));
  expect(modem.sent[1]).toMatchObject({ numero: NUMERO, texto: expect.stringContaining(farm.empresa.nombre) });
  expect(modem.sent[1]!.at - happened).toBeLessThan(PROMISED_MS);
  modem.receive(NUMERO, `Voy ${answer}`);
  await eventually(async () => {
    const [one] = await api.call('avisos.listar', { query: { estado: 'abierto' } });
    expect(one).toMatchObject({ id: told.id, estado: 'reconocido' });
  });
  expect(modem.sent).toHaveLength(2);
  link.end(true);
});
