import { type TelemetrySample, TOPIC_ROOT } from '@acequia/board-protocol';
import { VirtualBoard } from '@acequia/simulators';
import { eventually, Farm, publishTelemetry, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { Client } from 'pg';

const MINUTE = 60_000;
const TURN_S = 600;
const PIN = 27;

const day = (away: number): string => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);

/** The water of a turn, from a meter's pulses at a board to what people read. */
describe('a water meter at a pin of a board', () => {
  let acequia: RunningAcequia;
  let db: Client;
  beforeAll(async () => {
    acequia = await sharedAcequia();
    db = new Client(acequia.databaseUrl);
    await db.connect();
  });
  afterAll(async () => {
    await db?.end();
    await acequia?.stop();
  });

  it('tells what each turn took, though its samples come late and in any order', async () => {
    const root = await acequia.loginAdmin();
    const farm = await Farm.create(acequia, root);
    const { api } = farm.admin;
    const [valve, beside] = farm.switches;
    await api.call('puntos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        placa_id: farm.board.placa_id,
        fuente: { tipo: 'placa', driver: 'pulsos', pin: PIN },
        magnitud: 'volumen',
        nombre: 'Medidor',
        mide: { switch_ids: [valve!.id, beside!.id] },
        a: 0.01,
      },
    });
    const wire = await farm.connectBoard();
    const map = new Promise<Buffer>((resolve) => {
      wire.on('message', (_topic, payload) => {
        if ('points' in (JSON.parse(payload.toString()) as object)) resolve(payload);
      });
    });
    await wire.subscribeAsync(`${TOPIC_ROOT}/${farm.board.id}/config`, { qos: 1 });
    await wire.publishAsync(
      `${TOPIC_ROOT}/${farm.board.id}/status`,
      JSON.stringify({ online: true, can: ['points'] }),
      { qos: 1, retain: true },
    );

    // The board has been without a link for half an hour, and ran the valve meanwhile: 6 m³/h.
    const booted = Math.floor(Date.now() / 1_000) * 1_000 - 30 * MINUTE;
    const spec = {
      numero: farm.board.id,
      placa_id: farm.board.placa_id,
      username: '',
      password: '',
      place: 'campo',
    } as const;
    const board = new VirtualBoard(
      { ...spec, relays: [{ pin: valve!.hardware_pin, tipo: 'selenoide' }], sensors: [] },
      booted,
      {
        turnos: false,
      },
    );
    board.timeAnswered(0);
    const samples: TelemetrySample[] = [];
    const keep = (sample: TelemetrySample | null | undefined): void => void (sample && samples.push(sample));
    keep(board.configure(await map, booted));
    const began = booted + 2 * MINUTE;
    for (let now = booted; now < began + 15 * MINUTE; now += 1_000) {
      if (now === began) {
        const order = { id: 'a', pin: valve!.hardware_pin, on: true, max_s: TURN_S, exp: now + MINUTE };
        keep(board.command(Buffer.from(JSON.stringify(order)), now)?.sample);
      }
      keep(board.tick(now));
    }
    for (const part of [samples.slice(60), samples.slice(30, 60).reverse(), samples.slice(0, 30)])
      await publishTelemetry(wire, farm.board.id, JSON.stringify(part));
    await wire.endAsync(true);
    const turno = `1-${began / 1_000}-s${valve!.id}`;

    await db.query(
      `INSERT INTO automation.turnos (turno_id, empresa_id, programa_id, switch_id, riego, inicio, segundos, pedidos_s, via, con_enlace,
         tarde_s, estado, real_inicio, real_segundos)
       VALUES ($1, $2, 1, $3, $4, $4, $5, $5, 'placa', 0, 0, 'cumplido', $4, $5)`,
      [turno, farm.empresa.id, valve!.id, began, TURN_S],
    );
    const m3 = await eventually(async () => {
      const turnos = await api.call('turnos.listar', { query: { desde: day(-1), hasta: day(1) } });
      const { m3_medidos } = turnos.find(({ turno_id }) => turno_id === turno)!;
      expect(m3_medidos).not.toBeNull();
      return m3_medidos;
    });
    // A meter is known to one pulse at each end: 10 L.
    expect(Math.abs((m3 ?? 0) - 1)).toBeLessThan(0.015);
    const [shown] = await api.call('puntos.listar', { query: { empresa_id: String(farm.empresa.id) } });
    expect(Math.abs((shown?.valor ?? 0) - 1)).toBeLessThan(0.015);

    const params = { id: String(shown!.id) };
    const serie = await api.call('puntos.serie', { params, query: { puntos: '24' } });
    const grown = serie.puntos.reduce((sum, { suma }) => sum + (suma ?? 0), 0);
    expect([serie.unidad, Math.abs(grown - 1) < 0.015]).toEqual(['m³', true]);
    const csv = await api.call('puntos.csv', { params });
    const [header, ...rows] = csv.trim().split('\n');
    expect(header).toContain('Fecha,Punto,Volumen (m³)');
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.at(-1)).toMatch(/,Medidor,(0\.99|1\.0)/);
  });

  it('raises the alarm that a rule asks for of its point, and no rule is taken that means nothing', async () => {
    const farm = await Farm.create(acequia, await acequia.loginAdmin());
    const { api } = farm.admin;
    const point = (magnitud: 'presion' | 'volumen', driver: 'adc' | 'pulsos', pin: number) =>
      api.call('puntos.crear', {
        body: {
          empresa_id: farm.empresa.id,
          placa_id: farm.board.placa_id,
          fuente: { tipo: 'placa', driver, pin },
          magnitud,
          nombre: magnitud,
        },
      });
    const [line, meter] = [await point('presion', 'adc', 34), await point('volumen', 'pulsos', PIN)];
    const rule = { empresa_id: farm.empresa.id, tipo: 'punto_alto', activa: 1, espera_s: 0, umbral: 4 } as const;
    for (const body of [rule, { ...rule, punto_id: meter.id }])
      await expect(api.call('avisos.guardar_regla', { body })).rejects.toMatchObject({ status: 400 });
    await api.call('avisos.guardar_regla', { body: { ...rule, punto_id: line.id } });
    const wire = await farm.connectBoard();
    await eventually(async () => {
      await publishTelemetry(wire, farm.board.id, { values: { [line.n!]: 4.21 } });
      const [aviso] = (await api.call('avisos.listar', { query: {} })).filter(({ tipo }) => tipo === 'punto_alto');
      expect(aviso).toMatchObject({ punto_id: line.id, texto: 'presion: 4.21 bar, más de 4 bar.', severidad: 'alta' });
    });
    await wire.endAsync(true);
  });

  it('is like any other point where a program sends its values: series, file, last value, alarm', async () => {
    const farm = await Farm.create(acequia, await acequia.loginAdmin());
    const { api } = farm.admin;
    const { id } = await api.call('puntos.crear', {
      body: {
        empresa_id: farm.empresa.id,
        placa_id: null,
        fuente: { tipo: 'api' },
        magnitud: 'presion',
        nombre: 'Línea',
      },
    });
    await api.call('avisos.guardar_regla', {
      body: { empresa_id: farm.empresa.id, tipo: 'punto_alto', activa: 1, espera_s: 0, umbral: 4, punto_id: id },
    });
    const now = Date.now();
    const past = Array.from({ length: 120 }, (_, i) => ({
      punto_id: id,
      ts: now - (i + 1) * MINUTE,
      valor: 5 + i / 100,
    }));
    const medidas = [{ punto_id: id, ts: now, valor: 2 }, ...past];
    const saved = () => api.call('medidas.guardar', { body: { medidas } });
    expect(await saved()).toEqual({ aceptadas: 121, repetidas: 0, rechazadas: [] });
    expect(await saved()).toEqual({ aceptadas: 0, repetidas: 121, rechazadas: [] });
    const other = await api.call('medidas.guardar', { body: { medidas: [{ punto_id: id, ts: now, valor: 3 }] } });
    expect(other).toMatchObject({ aceptadas: 0, repetidas: 0, rechazadas: [{ indice: 0, motivo: 'otro_valor' }] });
    const [shown] = await api.call('puntos.listar', { query: { empresa_id: String(farm.empresa.id) } });
    expect(shown).toMatchObject({ id, valor: 2, ts: now });
    const params = { id: String(id) };
    await eventually(async () => {
      const { puntos } = await api.call('puntos.serie', { params, query: { puntos: '24' } });
      expect(Math.max(...puntos.map(({ maximo }) => maximo ?? 0))).toBe(6.19);
    });
    const [, ...rows] = (await api.call('puntos.csv', { params })).trim().split('\n');
    expect(rows).toHaveLength(121);
    const high = async () =>
      (await api.call('avisos.listar', { query: {} })).filter(({ tipo }) => tipo === 'punto_alto');
    // What was high is past: no alarm. The next value is the present.
    expect(await high()).toEqual([]);
    let sent = Date.now();
    await eventually(async () => {
      sent = Math.max(sent + 1, Date.now());
      await api.call('medidas.guardar', { body: { medidas: [{ punto_id: id, ts: sent, valor: 4.5 }] } });
      const [aviso] = await high();
      expect(aviso).toMatchObject({ punto_id: id, placa_id: null, texto: 'Línea: 4.5 bar, más de 4 bar.' });
    });
  });
});
