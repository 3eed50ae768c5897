import { cases, withBody, conEmpresa, conId, BAD_IDS } from './admin-calls.cases.js';
import { AdminWorld, ABSENT, refusal } from './admin-calls.world.js';

let world: AdminWorld;

beforeAll(async () => {
  world = await AdminWorld.start();
});

afterAll(() => world?.stop());

const group = <T, K>(things: readonly T[], clave: (thing: T) => K): [K, T[]][] => {
  const groups = new Map<K, T[]>();
  for (const thing of things) groups.set(clave(thing), [...(groups.get(clave(thing)) ?? []), thing]);
  return [...groups];
};

describe('bad input', () => {
  describe.each(group(cases, ({ name }) => name))('%s', (name, theirs) => {
    it.each(group(theirs, ({ campo }) => campo))('%s', async (campo, deCampo) => {
      for (const { que, con } of deCampo) {
        const answer = await world.ask(name, { ...world.own(name), body: con(world.bueno(name)) });
        const what = `${que}: ${answer.status}`;
        expect(what).toBe(`${que}: 400`);
        const { codigo, detalles = [] } = await refusal(answer);
        const named = detalles.some((detalle) => detalle.campo.startsWith(campo));
        const ownCode = ['servidor_no_permitido', 'pin_inexistente', 'clave_comun'].includes(codigo);
        expect({ que, named: named || ownCode }).toEqual({ que, named: true });
      }
    });
  });

  it.each(conId.map(([name]) => name))('%s: an unknown id is 404, and what is no id is 400', async (name) => {
    const absent = { id: ABSENT, placa_id: ABSENT };
    expect((await refusal(await world.ask(name, { ...world.own(name), params: absent }))).codigo).toBe('no_encontrado');
    for (const bad of BAD_IDS) {
      const { codigo } = await refusal(
        await world.ask(name, { ...world.own(name), params: { id: bad, placa_id: bad } }),
      );
      expect([bad, codigo]).toEqual([bad, 'datos_invalidos']);
    }
  });

  it.each(conEmpresa.map(([name]) => name))('%s: an unknown company is 404, and no number 400', async (name) => {
    expect((await refusal(await world.ask(name, { query: { empresa_id: ABSENT } }))).codigo).toBe('no_encontrado');
    for (const bad of BAD_IDS)
      expect((await refusal(await world.ask(name, { query: { empresa_id: bad } }))).codigo).toBe('datos_invalidos');
  });

  it.each(
    withBody.map(([name]) => name).filter((name) => !name.startsWith('empresas.') && name !== 'placas.actualizar'),
  )('%s: an unknown company in the body is 404', async (name) => {
    const foreign = { empresa_id: ABSENT };
    const body =
      name === 'switches.guardar_lote'
        ? { switches: [{ ...world.item(), ...foreign }] }
        : { ...world.bueno(name), ...foreign };
    expect((await refusal(await world.ask(name, { ...world.own(name), body }))).codigo).toBe('no_encontrado');
  });
});
