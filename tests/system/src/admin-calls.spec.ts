import { casos, conCuerpo, conEmpresa, conId, IDS_MALOS } from './admin-calls.cases.js';
import { AdminWorld, AUSENTE, refusal } from './admin-calls.world.js';

let mundo: AdminWorld;

beforeAll(async () => {
  mundo = await AdminWorld.start();
});

afterAll(() => mundo?.stop());

const agrupar = <T, K>(cosas: readonly T[], clave: (cosa: T) => K): [K, T[]][] => {
  const grupos = new Map<K, T[]>();
  for (const cosa of cosas) grupos.set(clave(cosa), [...(grupos.get(clave(cosa)) ?? []), cosa]);
  return [...grupos];
};

describe('bad input', () => {
  describe.each(agrupar(casos, ({ name }) => name))('%s', (name, suyos) => {
    it.each(agrupar(suyos, ({ campo }) => campo))('%s', async (campo, deCampo) => {
      for (const { que, con } of deCampo) {
        const answer = await mundo.ask(name, { ...mundo.propio(name), body: con(mundo.bueno(name)) });
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
    const ausente = { id: AUSENTE, placa_id: AUSENTE };
    expect((await refusal(await mundo.ask(name, { ...mundo.propio(name), params: ausente }))).codigo).toBe(
      'no_encontrado',
    );
    for (const malo of IDS_MALOS) {
      const { codigo } = await refusal(
        await mundo.ask(name, { ...mundo.propio(name), params: { id: malo, placa_id: malo } }),
      );
      expect([malo, codigo]).toEqual([malo, 'datos_invalidos']);
    }
  });

  it.each(conEmpresa.map(([name]) => name))('%s: an unknown company is 404, and no number 400', async (name) => {
    expect((await refusal(await mundo.ask(name, { query: { empresa_id: AUSENTE } }))).codigo).toBe('no_encontrado');
    for (const malo of IDS_MALOS)
      expect((await refusal(await mundo.ask(name, { query: { empresa_id: malo } }))).codigo).toBe('datos_invalidos');
  });

  it.each(conCuerpo.map(([name]) => name).filter((name) => !name.startsWith('empresas.')))(
    '%s: an unknown company in the body is 404',
    async (name) => {
      const ajeno = { empresa_id: AUSENTE };
      const body =
        name === 'switches.guardar_lote'
          ? { switches: [{ ...mundo.item(), ...ajeno }] }
          : { ...mundo.bueno(name), ...ajeno };
      expect((await refusal(await mundo.ask(name, { ...mundo.propio(name), body }))).codigo).toBe('no_encontrado');
    },
  );
});
