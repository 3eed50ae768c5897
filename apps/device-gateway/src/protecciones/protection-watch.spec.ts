import type { EventData } from '@acequia/contracts';
import { Board, click, ends, ledger } from '../commands/switches/board.fixture.js';
import { bySystem, SwitchOrders } from '../commands/switches/switch-orders.service.js';
import { Gateway, Parts, until } from '../gateway.fixture.js';
import { ApiPointsRepository } from '../medidas/api-points.repository.js';
import { PlansService } from '../plans/plans.service.js';
import { ProtectionsRepository } from '../plans/protections.repository.js';
import { ProteccionesProjection } from '../registry/protecciones.projection.js';
import { PuntosProjection } from '../registry/puntos.projection.js';

const PIN = 4;
const HOUR_MS = 3_600_000;
type Definicion = EventData<'proteccion.guardada'>;

/** Boards that say nothing of protections, and a point to which a program sends. */
describe('a protection that no board can judge', () => {
  let parts: Parts;
  let gateway: Gateway;
  let next = 500;
  beforeAll(async () => {
    parts = await Parts.start();
    gateway = await Gateway.start(parts);
  });
  afterAll(() => parts.stop());

  const field = async (changes: Partial<Definicion> = {}) => {
    const id = next++;
    const placa_id = await gateway.placa(id);
    await gateway.switch(id, placa_id, PIN, null, 'selenoide', 86_400);
    const board = await Board.connect(await gateway.connect(id), id);
    const point = { id, empresa_id: 1, placa_id: null, n: null, magnitud: 'presion', a: 1, b: 0, cada_s: 10 } as const;
    await gateway.project((_repository, tx) =>
      gateway.app
        .get(PuntosProjection)
        .save(tx, { ...point, fuente: { tipo: 'api' }, nombre: 'Pozo', sitio: '', mide: null, activo: 1 }),
    );
    const save = (more: Partial<Definicion> = {}): Promise<void> =>
      gateway.project((_repository, tx) =>
        gateway.app.get(ProteccionesProjection).save(tx, {
          id,
          empresa_id: 1,
          nombre: 'Pozo bajo',
          placa_id,
          punto_id: id,
          cuando: 'abajo',
          valor: 0.5,
          valvula_ids: [],
          durante_s: 1,
          gracia_s: 0,
          con_switch_id: null,
          apaga: [id],
          sin_dato: 'apagar',
          libera: 'persona',
          activa: 1,
          omitida_hasta: null,
          soltada: 0,
          ...changes,
          ...more,
        }),
      );
    const tell = (bar: number | null): Promise<unknown> =>
      gateway.app
        .get(ApiPointsRepository)
        .advance([{ punto_id: id, ts: Date.now(), kept: bar === null ? null : bar * 1_000 }]);
    const report = (on: 0 | 1, ts = Date.now()) => board.say('telemetry', JSON.stringify({ ts, pins: { [PIN]: on } }));
    const kept = async () => (await gateway.app.get(ProtectionsRepository).of([id])).get(id) ?? null;
    const offs = (): number => board.commands.filter(({ on }) => !on).length;
    return { id, placa_id, board, save, tell, report, kept, offs };
  };
  const refusal = (id: number): Promise<string> =>
    click(gateway, id).then(
      () => '',
      (error: { codigo?: string; texto?: string }) => `${error.codigo}: ${error.texto}`,
    );

  it('turns off what is on, refuses its ON by name over a restart, and lets go when a person says so', async () => {
    const { id, placa_id, save, tell, report, kept, offs } = await field();
    await tell(2);
    await save();
    await click(gateway, id);
    await ends(gateway, id, 'confirmado');
    await report(1);
    await tell(0.4);
    await until(() => offs() > 0);
    expect((await ledger(gateway, id))[0]).toMatchObject({ accion: 'off', motivo: 'Protección «Pozo bajo»' });
    await report(0);
    expect(await refusal(id)).toMatch(
      /^switch_protegido: switch \d+: la protección «Pozo bajo» la mantiene apagada desde \d\d:\d\d\.$/,
    );
    // What starts many at once does not pass it either.
    const start = { ...bySystem({ id, empresa_id: 1, placa_id, pin: PIN }, { codigo: 'programa', nombre: 'Pulsos' }) };
    const orders = gateway.app.get(SwitchOrders);
    expect(await orders.noteFree([{ ...start, accion: 'on', max_s: 60 }])).toEqual(new Set());
    const desde = (await kept())?.disparada?.desde ?? 0;
    expect(Date.now() - desde).toBeLessThan(30_000);
    const repository = gateway.app.get(ProtectionsRepository);
    expect(await repository.tripped()).toContainEqual({
      empresa_id: 1,
      placa_id,
      nombre: 'Pozo bajo',
      desde,
      switches: [id],
    });
    expect(await repository.ofBoards([placa_id])).toEqual([
      { placa_id, tomadas: false, lleva: [], disparadas: [{ id, desde }] },
    ]);

    await tell(2);
    await gateway.stop(false);
    gateway = await Gateway.start(parts);
    expect(await refusal(id)).toMatch(/^switch_protegido/);
    await save({ soltada: 1 });
    await until(async () => (await kept()) === null);
    expect(await refusal(id)).toBe('');
  });

  it('watches only while its switch is on and past its grace, and turns off again what something else turned on', async () => {
    const { id, save, tell, report, kept, offs } = await field();
    await tell(0.1);
    await save({ con_switch_id: id, gracia_s: 3_600 });
    await report(1, Date.now() - 60_000);
    const beside = await field();
    await beside.tell(0.1);
    await beside.save({ con_switch_id: beside.id, gracia_s: 30 });
    await beside.report(1, Date.now() - 60_000);
    await until(() => beside.offs() > 0);
    await beside.report(0);
    expect([offs(), await kept()]).toEqual([0, null]);
    // A rule of the board, or a hand.
    const before = beside.offs();
    await beside.report(1);
    await until(() => beside.offs() > before);
    await beside.report(0);
  });

  it('does as it is told without a value, and nothing while it is bypassed', async () => {
    const [off, go, bypassed] = [
      await field(),
      await field({ sin_dato: 'seguir' }),
      await field({ omitida_hasta: Date.now() + HOUR_MS }),
    ];
    for (const one of [off, go, bypassed]) {
      await one.tell(null);
      await one.save();
      await one.report(1);
    }
    await until(() => off.offs() > 0);
    await off.report(0);
    expect([go.offs(), bypassed.offs()]).toEqual([0, 0]);
    expect(await bypassed.kept()).toMatchObject({ disparada: null, omitida_hasta: expect.any(Number) as number });
    // A bypass that begins opens it, as a board would.
    await off.save({ omitida_hasta: Date.now() + HOUR_MS });
    expect(await refusal(off.id)).toBe('');
    await ends(gateway, off.id, 'confirmado');
  });

  it("is its board's once automation gives it to that", async () => {
    const { id, placa_id, save, tell, kept } = await field();
    await tell(0.1);
    await save();
    await until(async () => (await kept()) !== null);
    const own = { id: `p${id}`, point: 1, below: 0.5, for_s: 1, grace_s: 0, off: [PIN], nombre: 'Pozo bajo' };
    const control = { placa_id, rev: 1, rules: [] };
    await gateway.app
      .get(PlansService)
      .control({ ...control, protections: [{ ...own, no_data: 'off', until: 'person' }] });
    expect(await kept()).toBeNull();
    expect(await refusal(id)).toBe('');
    await ends(gateway, id, 'confirmado');
  });
});
