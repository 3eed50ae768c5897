import type { Bus } from '@acequia/bus';
import { AppError, type Persona } from '@acequia/contracts';
import { Recovery } from './recovery.js';

const PERSON: Persona = { tipo: 'persona', usuario_id: 5, rol: 'usuario', empresa_id: 1, sid: 's'.repeat(16) };
const AT = Date.UTC(2026, 10, 27, 23, 10);
const asked = { empresa_id: 1, zona: 'UTC', aviso_id: 9, clave: 'corriente:sitio:Norte' };

/** Automation with these failed turns of the company; `refused` cannot be made up for. */
const automation = (turno_ids: string[], refused: string[] = []) => {
  const planned: unknown[] = [];
  const call = async (name: string, { turno_id = '', clave = '' }: { turno_id?: string; clave?: string }) => {
    if (name === 'turnos.fallidos')
      return {
        fallidos: [
          { empresa_id: 2, clave: asked.clave, turno_ids: ['foreign'] },
          { empresa_id: 1, clave: asked.clave, turno_ids },
        ],
      };
    if (refused.includes(turno_id)) throw new AppError('no_recuperable', { texto: 'Ya se recupera.' });
    if (name === 'turnos.por_recuperar') return { falta_s: 540, turnos: [{ inicio: AT }] };
    planned.push([turno_id, clave]);
    return { inicio: AT };
  };
  return { recovery: new Recovery({ call } as unknown as Bus), planned };
};

describe('«Recuperar» in a chat', () => {
  it('shows what it would do, and does it when it is pressed again', async () => {
    const { recovery, planned } = automation(['a', 'b']);
    expect(await recovery.press(PERSON, asked, 'x')).toBe(
      'De 2 riegos faltan 18 min; empezaría 27 nov, 23:10. Toca «Recuperar» otra vez en 10 minutos para aceptarlo.',
    );
    expect(planned).toEqual([]);
    expect(await recovery.press(PERSON, asked, 'y')).toBe('Se recuperarán 2 riegos: el primero empieza 27 nov, 23:10.');
    expect(planned).toEqual([
      ['a', 'y-0'],
      ['b', 'y-1'],
    ]);
  });

  it('is accepted by the one who was shown it, while that is new', async () => {
    const { recovery, planned } = automation(['a']);
    const now = Date.now();
    await recovery.press(PERSON, asked, 'x', now);
    expect(await recovery.press({ ...PERSON, usuario_id: 6 }, asked, 'y', now)).toMatch(/^Faltan 9 min; /);
    expect(await recovery.press(PERSON, asked, 'z', now + 600_001)).toMatch(/^Faltan 9 min; /);
    expect(planned).toEqual([]);
  });

  it('leaves out what cannot be made up for, and says why when nothing can', async () => {
    const { recovery } = automation(['a', 'b'], ['a']);
    expect(await recovery.press(PERSON, asked, 'x')).toMatch(/^Faltan 9 min; /);
    const none = automation(['a'], ['a']).recovery;
    await expect(none.press(PERSON, asked, 'x')).rejects.toMatchObject({ texto: 'Ya se recupera.' });
    expect(await automation([]).recovery.press(PERSON, asked, 'x')).toBe('Ya terminó: no hay nada que hacer.');
  });
});
