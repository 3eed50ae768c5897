import { LAST_BACKUP_KEY, SERVICES, VERSION } from '@acequia/contracts';
import { Mailbox } from '@acequia/simulators';
import { type ApiClient, eventually, type RunningAcequia, startAcequia } from '@acequia/testing';
import { Redis } from 'ioredis';

const OPERATOR = 'guardia@acequia.test';

let acequia: RunningAcequia;
let root: ApiClient;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = new Mailbox();
  await mailbox.start();
  acequia = await startAcequia({ quick: true, env: { SMTP_URL: mailbox.url, OPERATOR_EMAIL: OPERATOR } });
  root = await acequia.loginAdmin();
});

afterAll(async () => {
  await acequia?.stop();
  await mailbox?.stop();
});

it('tells an admin_global which services run, with which version, and what needs a hand', async () => {
  await eventually(async () => {
    const { instancias, faltan, atrasos, trabajos, discos, respaldo, condiciones } = await root.call('estado.leer');
    expect(faltan).toEqual([]);
    expect(new Set(instancias.map(({ servicio }) => servicio))).toEqual(new Set(SERVICES));
    expect(new Set(instancias.map(({ version }) => version))).toEqual(new Set([VERSION]));
    expect(atrasos.map(({ cola }) => cola)).toContain('lecturas');
    expect(trabajos.map(({ cola }) => cola)).toContain('alerts');
    expect(discos.length).toBeGreaterThan(0);
    expect(respaldo).toBeNull();
    expect(condiciones.map(({ condicion }) => condicion)).toContain('respaldo');
  });
});

it('refuses to retry what is not there', async () => {
  for (const body of [
    { clase: 'evento', cola: 'inventory', entrada: '1-1' },
    { clase: 'evento', cola: 'nadie', entrada: '1-1' },
    { clase: 'trabajo', cola: 'alerts', entrada: 'ninguno' },
  ] as const) {
    const answer = await root.raw('estado.reintentar', { body });
    expect(answer.status).toBe(404);
  }
});

it('mails the operator once what needs a hand, and once that it is over', async () => {
  const about = (id: RegExp) => mailbox.mails.filter(({ raw }) => id.test(raw));
  const opened = /Message-ID: <sistema-respaldo-\d+@acequia>/i;
  const ended = /Message-ID: <sistema-respaldo-\d+-fin@acequia>/i;
  await eventually(() => expect(about(opened)).toHaveLength(1));
  expect(about(opened)[0]?.to).toEqual([OPERATOR]);
  const redis = new Redis(acequia.run.redis);
  await redis.set(LAST_BACKUP_KEY, JSON.stringify({ ts: Date.now(), bytes: 1, ms: 1 }));
  redis.disconnect();
  await eventually(() => expect(about(ended)).toHaveLength(1));
  expect(about(opened)).toHaveLength(1);
});
