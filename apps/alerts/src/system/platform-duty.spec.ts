import { SystemState } from '@acequia/bus';
import { PlatformAcks } from '../sms/platform-acks.js';
import { ANA, codeIn, ROOT, SmsWorld } from '../sms/sms.fixture.js';
import { SystemJob } from './system.job.js';

let world: SmsWorld;

beforeAll(async () => {
  world = await SmsWorld.start();
});
afterAll(() => world?.stop());
beforeEach(() => world.begin());

describe('the rota of the platform', () => {
  const [FIRST, SECOND] = ['+525500000001', '+525500000010'] as const;
  const AWAY = { condicion: 'servicio', grave: true, texto: 'No responde: automation.' };
  const MILD = { condicion: 'respaldo', grave: false, texto: 'Todavía no hay ningún respaldo.' };
  let condiciones: object[];
  const acks = (): PlatformAcks => world.get(PlatformAcks);
  const rounds = async (minutes: number): Promise<void> => {
    world.ahead += minutes * 60_000;
    for (const app of [...world.apps, ...world.apps]) await app.get(SystemJob).run();
    await world.modem.look();
  };

  beforeEach(async () => {
    await world.query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (1, $1, 1), (10, $2, 1)`, [
      FIRST,
      SECOND,
    ]);
    await world.rota(ROOT, null, [1, 10]);
    condiciones = [AWAY, MILD];
    for (const app of world.apps)
      app.get(SystemState).read = (() => Promise.resolve({ condiciones })) as unknown as SystemState['read'];
  });
  afterEach(async () => {
    condiciones = [];
    await rounds(0);
  });

  it('tells who is on duty of what is grave, once, and the next one while nobody acknowledges it', async () => {
    await rounds(0);
    expect(world.modem.sent.map(({ numero }) => numero)).toEqual([FIRST]);
    expect(world.modem.sent[0]?.texto).toMatch(/^Acequia: No responde: automation\. Responde \d{6} para atenderlo\.$/);
    await rounds(9);
    await rounds(1);
    expect(world.modem.sent.map(({ numero }) => numero)).toEqual([FIRST, SECOND]);
    await rounds(30);
    expect(world.modem.sent).toHaveLength(2);
  });

  it('tells next who has the new week, when the week of the one told ends meanwhile', async () => {
    const [{ dia } = { dia: 0 }] = await world.query<{ dia: number }>('SELECT dia FROM guardias');
    const days = (dia - new Date(Date.now()).getUTCDay() + 7) % 7;
    // Midnight of Mexico City, which has no summer time.
    const ends = new Date(Date.now()).setUTCHours(6, 0, 0, 0) + days * 86_400_000;
    world.ahead += ends - 5 * 60_000 - Date.now();
    await rounds(0);
    await rounds(10);
    expect(world.modem.sent.map(({ numero }) => numero)).toEqual([FIRST, SECOND]);
  });

  it('says whom no SMS could be handed over for', async () => {
    Object.assign(world.env, { SMS_PER_COMPANY_DAY: 0 });
    await rounds(0);
    expect(await acks().list(ROOT)).toMatchObject([{ avisados: [], sin_avisar: ['Persona 1'] }, { sin_avisar: [] }]);
  });

  it('tells nobody else once a reply with the code acknowledges it, from the number that it went to', async () => {
    await rounds(0);
    const codigo = codeIn(world.modem.sent[0]?.texto);
    await world.reply('+525599999999', codigo);
    await world.reply(SECOND, codigo);
    const told = { condicion: 'servicio', avisados: ['Persona 1'], reconocido_por: null };
    expect(await acks().list(ROOT)).toMatchObject([told, { condicion: 'respaldo', avisados: [] }]);
    await world.reply(FIRST, `Voy ${codigo}`);
    await world.reply(FIRST, codigo);
    await rounds(30);
    expect(world.modem.sent).toHaveLength(1);
    expect(await acks().list(ROOT)).toMatchObject([{ reconocido_por: 'Persona 1' }, { reconocido_por: null }]);
    const trail = await world.query(`SELECT usuario_id, nombre FROM auditoria WHERE accion = 'guardia.reconocer'`);
    expect(trail).toEqual([{ usuario_id: 1, nombre: 'servicio' }]);
  });

  it('tells nobody else once an admin_global acknowledges it, and begins anew when it comes back', async () => {
    await rounds(0);
    await expect(acks().acknowledge(ANA, 'servicio')).rejects.toMatchObject({ codigo: 'sin_permiso' });
    await expect(acks().acknowledge(ROOT, 'disco')).rejects.toMatchObject({ codigo: 'no_encontrado' });
    const [one] = await acks().acknowledge({ ...ROOT, usuario_id: 10 }, 'servicio');
    expect(one).toMatchObject({ avisados: ['Persona 1'], reconocido_por: 'Persona 10' });
    await rounds(30);
    expect(world.modem.sent).toHaveLength(1);
    condiciones = [];
    await rounds(0);
    condiciones = [AWAY];
    await rounds(0);
    expect(world.modem.sent).toHaveLength(2);
    expect(await acks().list(ROOT)).toMatchObject([{ avisados: ['Persona 1'], reconocido_por: null }]);
  });
});
