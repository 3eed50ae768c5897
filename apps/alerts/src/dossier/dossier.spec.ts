import {
  AppError,
  type CallName,
  type CuentaMes,
  DIAS_TARIFA,
  monthName,
  type Persona,
  TABLAS_DOSSIER,
  type TarifaVersion,
} from '@acequia/contracts';
import { truncate } from '@acequia/testing';
import { Alerts } from '../alerts.fixture.js';
import { MailChannel } from '../deliveries/mail.channel.js';
import { Sender } from '../sender/sender.js';
import { DossieresService } from './dossieres.service.js';
import { dossierPdf } from './pdf.js';
import { dueMonth } from './month.js';

const ZONE = 'America/Mexico_City';
const MES = '2024-10';
/** October begins and ends at these moments in Mexico City, six hours behind. */
const [DESDE, HASTA] = [Date.UTC(2024, 9, 1, 6), Date.UTC(2024, 10, 1, 6)];
const MINUTE = 60_000;
const ROOT: Persona = { tipo: 'persona', usuario_id: 1, rol: 'admin_global', empresa_id: null, sid: 's' };
const adminOf = (empresa_id: number): Persona => ({ ...ROOT, rol: 'admin_empresa', empresa_id });
const GONE = { codigo: 'no_encontrado' };
const TO = { empresa_id: 1, canal: 'correo', destino: 'campo@acequia.test' };

const VALVE: CuentaMes['filas'][number] = {
  switch_id: 4,
  dispositivo_id: null,
  nombre: 'Válvula 4',
  sector: 'Norte',
  turnos: 3,
  cumplidos: 2,
  parciales: 1,
  omitidos: 0,
  perdidos: 0,
  previstos_s: 5_400,
  reales_s: 5_000,
  litros: 4_000,
  kwh: 1.5,
  costo: 3.15,
  m3_previstos: 6.5,
  m3_medidos: 4.25,
  sin_medir: 1,
  m3_sin_medir: 1.1,
};
const dayOf = (kwh: number | null, incompleto = false) => ({
  fecha: '2024-10-01',
  kwh,
  kwh_devuelta: null,
  incompleto,
  en_curso: false,
  reinicio: false,
  lectura_omitida: false,
});

let alerts: Alerts;
/** What the other services answer. */
let answers: Partial<Record<CallName, unknown>>;

const service = (which = 0): DossieresService => alerts.get(DossieresService, which);
const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => alerts.query(sql, params);

const alarm = (
  tipo: string,
  desde: number,
  more: { hasta?: number; reconocido_ts?: number; empresa_id?: number } = {},
) =>
  query(
    `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, hasta, reconocido_ts, texto, contado, maquina)
     VALUES ($1, $2, $2 || $3::text, 'alta', 'resuelto', $3::bigint, $4, $5, 'Placa 7: sin conexión.', 1, '{}')`,
    [more.empresa_id ?? 1, tipo, desde, more.hasta ?? null, more.reconocido_ts ?? null],
  );

beforeAll(async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://riego.test' };
  alerts = await Alerts.start({ instances: 2, env });
  alerts.answerCalls((name) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  await query(`INSERT INTO empresas SELECT id, 'Rancho Peña', 1, $1, '2099-12-31' FROM unnest(ARRAY[1, 2]) AS id`, [
    ZONE,
  ]);
  await query(`INSERT INTO placas (placa_id, empresa_id, numero, nombre, revocada) VALUES (7, 1, 1007, 'Norte', 0)`);
  await query(`INSERT INTO dispositivos (id, empresa_id, nombre, tipo, activo, suspendido)
    VALUES (9, 1, 'Centinela', 'shelly_pro3m', 1, 0), (8, 1, 'Bomba', 'shelly_1', 1, 0)`);
  await query(`INSERT INTO puntos (id, empresa_id, placa_id, nombre, sitio, magnitud, cada_s, activo)
    VALUES (3, 1, 7, 'Pozo', '', 'volumen', 60, 1)`);
  await query(
    `INSERT INTO canales (empresa_id, canal, destino, severidad_minima, activo) VALUES (1, $1, $2, 'baja', 1)`,
    [TO.canal, TO.destino],
  );
});
afterAll(() => alerts?.stop());
beforeEach(async () => {
  await truncate(query, 'dossieres, mensajes, avisos, entregas, auditoria CASCADE');
  answers = {
    'empresas.ficha': { id: 1, nombre: 'Rancho Peña', zona_horaria: ZONE, tarifa_kwh: 2.105 },
    'turnos.cuenta': { mes: MES, filas: [VALVE], sectores: [], total: VALVE },
    'puntos.serie': { paso_s: 86_400, puntos: [0.1, 0.2, null].map((suma) => ({ suma })) },
    'energia.demanda': { picos: [] },
    'energia.dias': [dayOf(10.001), dayOf(0.102, true), dayOf(null)],
    'placas.sin_enlace': [{ placa_id: 7, cortes: 2, sin_enlace_s: 600, sabido_s: 31 * 86_400 - 3_600 }],
  };
});

const made = async () => service().read(ROOT, (await service().make(ROOT, { empresa_id: 1, mes: MES })).id);

it('adds up what each service keeps of the month, and tells apart what nobody measured', async () => {
  const { cifras } = await made();
  const { litros: _, ...valve } = VALVE;
  expect(cifras).toMatchObject({ desde: DESDE, hasta: HASTA, mes: MES, empresa: 'Rancho Peña', tarifa_kwh: 2.105 });
  expect(cifras.valvulas).toEqual([valve]);
  expect(cifras.medidores).toEqual([{ punto_id: 3, nombre: 'Pozo', m3: 0.3, dias_sin_datos: 1 }]);
  // 10.103 kWh × 2.105 $ = 21.266815 $.
  expect(cifras.energia).toEqual([
    { dispositivo_id: 9, nombre: 'Centinela', kwh: 10.103, costo: 21.27, dias_sin_datos: 1, dias_incompletos: 1 },
  ]);
  expect(cifras.placas).toEqual([
    { placa_id: 7, numero: 1007, nombre: 'Norte', cortes: 2, sin_enlace_s: 600, sin_saber_s: 3_600 },
  ]);
});

it('tells what a meter has taken of its concession since January', async () => {
  await query('UPDATE puntos SET concesion_m3 = 1');
  const { cifras } = await made();
  await query('UPDATE puntos SET concesion_m3 = NULL');
  const [meter] = cifras.medidores;
  expect(meter?.concesion).toEqual({ m3: 1, usada_m3: 0.3, dias_sin_datos: 1 });
  expect(TABLAS_DOSSIER.medidores.filas(cifras)[0]?.celdas).toEqual(['Pozo', 0.3, 1, 1, 0.3, 0.7, 1]);
});

it('prices the energy of each period, and of each price where it changed within the month', async () => {
  const rules = (dear: number): TarifaVersion => ({
    desde: '2000-01-01',
    periodos: [
      { nombre: 'Base', precio: 1.005 },
      { nombre: 'Punta', precio: dear },
    ],
    reglas: [
      { periodo: 'Base', dias: DIAS_TARIFA, desde: 0, hasta: 18 },
      { periodo: 'Punta', dias: DIAS_TARIFA, desde: 18, hasta: 24 },
    ],
    festivos: [],
  });
  const [base, punta] = rules(3).periodos;
  const limited = { ...rules(3), periodos: [base!, { ...punta!, demanda_kw: 20 }] };
  const versiones = [limited, { ...rules(3.333), desde: `${MES}-16` }];
  answers['empresas.ficha'] = { id: 1, nombre: 'Rancho Peña', zona_horaria: ZONE, tarifas: { versiones } };
  const limits = Array.from({ length: 31 }, () => [0.10001, 0.02]).flat();
  answers['energia.tramos'] = { kwh: limits };
  const picos = limits.map((_, i) => (i % 2 === 0 ? null : { inicio: DESDE + i, kw: i === 5 ? 21.5 : 3 }));
  answers['energia.demanda'] = { picos };
  const { cifras } = await made();
  const meter = { dispositivo_id: 9, nombre: 'Centinela' };
  expect(cifras.energia_periodos).toEqual([
    // 31 × 0.10001 kWh = 3.10031, told as 3.1 × 1.005 $ = 3.1155 $.
    { ...meter, periodo: 'Base', precio: 1.005, kwh: 3.1, costo: 3.12 },
    { ...meter, periodo: 'Punta', precio: 3, kwh: 0.3, costo: 0.9 },
    { ...meter, periodo: 'Punta', precio: 3.333, kwh: 0.32, costo: 1.07 },
  ]);
  expect(cifras.energia).toMatchObject([{ kwh: 3.72, costo: 5.09 }]);
  expect(cifras.demanda).toEqual([{ periodo: 'Punta', inicio: DESDE + 5, kw: 21.5, limite_kw: 20 }]);
});

it('counts the alarms of the month as they were when it ended', async () => {
  await alarm('placa_sin_conexion', DESDE, { hasta: DESDE + 10 * MINUTE, reconocido_ts: DESDE + 4 * MINUTE });
  await alarm('placa_sin_conexion', DESDE + 1, { hasta: HASTA + 1, reconocido_ts: DESDE + 1 + 8 * MINUTE });
  await alarm('placa_sin_conexion', HASTA - 1, { reconocido_ts: HASTA + MINUTE });
  await alarm('corte_de_luz', DESDE - 1, { hasta: HASTA });
  await alarm('corte_de_luz', DESDE - 2, { hasta: DESDE + 1 });
  await alarm('corte_de_luz', HASTA);
  await alarm('corte_de_luz', DESDE, { empresa_id: 2 });
  const { cifras } = await made();
  expect(cifras.avisos).toEqual([
    { tipo: 'placa_sin_conexion', avisos: 3, reconocidos: 2, reconocer_media_s: 360, reconocer_max_s: 480 },
  ]);
  expect(cifras.abiertos.map(({ tipo, desde, reconocido }) => [tipo, desde, reconocido])).toEqual([
    ['placa_sin_conexion', DESDE + 1, 1],
    ['placa_sin_conexion', HASTA - 1, 0],
    ['corte_de_luz', DESDE - 1, 0],
  ]);
});

it('is the same with the same figures, another with others, and each making stands in the trail with its hash', async () => {
  const first = await made();
  // The same rows in another order of their fields.
  answers['turnos.cuenta'] = { filas: [Object.fromEntries(Object.entries(VALVE).reverse())] };
  const again = await made();
  expect(again).toEqual(first);
  answers['turnos.cuenta'] = { filas: [{ ...VALVE, m3_medidos: 4.251 }] };
  const other = await made();
  expect([first.numero, other.numero]).toEqual([1, 2]);
  expect(other.sha256).not.toBe(first.sha256);
  expect(await service().list(adminOf(1), undefined)).toHaveLength(2);
  const trail = await query<{ despues: { sha256: string } }>('SELECT despues FROM auditoria ORDER BY id');
  expect(trail.map(({ despues }) => despues.sha256)).toEqual([first.sha256, first.sha256, other.sha256]);
});

it('is made once and mailed once by two instances, with its PDF', async () => {
  await Promise.all([0, 1, 0, 1].map((which) => service(which).makeFirst(1, MES)));
  const [dossier, ...more] = await service().list(ROOT, undefined);
  expect(more).toEqual([]);
  expect(await query('SELECT accion, servicio FROM auditoria')).toEqual([
    { accion: 'dossier.hacer', servicio: 'alerts' },
  ]);
  const sent: Parameters<MailChannel['post']>[0][] = [];
  alerts.get(MailChannel).post = async (mail) => void sent.push(mail);
  await alerts.get(Sender).deliver(TO);
  expect(sent).toHaveLength(1);
  const [mail] = sent;
  expect(mail?.text).toContain(dossier!.sha256);
  expect(mail?.text).toContain(`https://riego.test/dossieres?empresa=1&dossier=${dossier!.id}`);
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([`dossier_${MES}.pdf`]);
  expect(mail?.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-');
});

it('is of the company alone, and of its administrators', async () => {
  const { id } = await made();
  for (const caller of [adminOf(2), { ...adminOf(2), empresa_id: null }]) {
    expect(await service().list(caller, undefined)).toEqual([]);
    await expect(service().read(caller, id)).rejects.toMatchObject(GONE);
    await expect(service().pdf(caller, id)).rejects.toMatchObject(GONE);
  }
  await expect(service().make(adminOf(2), { empresa_id: 1, mes: MES })).rejects.toMatchObject(GONE);
  const usuario: Persona = { ...adminOf(1), rol: 'usuario' };
  await expect(service().read(usuario, id)).rejects.toMatchObject({ codigo: 'sin_permiso' });
  expect((await service().pdf(adminOf(1), id)).archivo).toBe(`dossier_${MES}.pdf`);
});

it('is not made of a month under way, nor without a service that is away or of a version before', async () => {
  const refused = { codigo: 'datos_invalidos' };
  await expect(service().make(ROOT, { empresa_id: 1, mes: '2099-01' })).rejects.toMatchObject(refused);
  await expect(service().make(ROOT, { empresa_id: null, mes: MES })).rejects.toMatchObject(refused);
  const away = { codigo: 'servicio_no_disponible' };
  const { sin_medir: _, ...older } = VALVE;
  answers['turnos.cuenta'] = { filas: [older] };
  await expect(service().makeFirst(1, MES)).rejects.toMatchObject(away);
  answers['turnos.cuenta'] = new AppError('servicio_no_disponible');
  await expect(service().makeFirst(1, MES)).rejects.toMatchObject(away);
  expect(await service().list(ROOT, undefined)).toEqual([]);
});

/** The letters of an uncompressed PDF whose fonts are the standard ones. */
const lettersOf = (pdf: Buffer): string =>
  [...pdf.toString('latin1').matchAll(/<([0-9a-f]+)>/g)]
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('');

it('is drawn with the company, the month, the hash and every table', async () => {
  const { cifras, ...dossier } = await made();
  const valvulas = Array.from({ length: 90 }, (_, i) => ({
    ...cifras.valvulas[0]!,
    switch_id: i + 1,
    nombre: `V${i} 🌱`,
  }));
  const pdf = await dossierPdf(dossier, { ...cifras, valvulas }, { compress: false });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const letters = lettersOf(pdf);
  for (const text of ['Rancho Peña', monthName(MES), dossier.sha256, 'V89 ?', 'Cumplidos', '21.27', 'Página 1 de '])
    expect(letters).toContain(text);
});

it.each([
  ['before six on day 1', null, '2024-11-01T11:59:00Z', null],
  ['from six on', null, '2024-11-01T12:00:00Z', MES],
  ['at the hour of the summary', '05:30', '2024-11-01T11:30:00Z', MES],
  ['on a later day, at any hour', null, '2024-11-03T07:00:00Z', MES],
  ['when the month is long over', null, '2024-11-08T18:00:00Z', null],
  ['over the new year', null, '2025-01-01T12:00:00Z', '2024-12'],
])('%s is due, by the company’s own clock', (_when, hour, now, expected) => {
  expect(dueMonth(ZONE, hour, Date.parse(now))).toBe(expected);
});
