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

/** A press whose answer arrives. */
const pressed = async (recovery: Recovery, persona: Persona, press_id: string, now = AT): Promise<string> => {
  const { text, told } = await recovery.press(persona, asked, press_id, now);
  told?.(now);
  return text;
};

describe('«Recuperar» in a chat', () => {
  it('shows what it would do, and does it when it is pressed again', async () => {
    const { recovery, planned } = automation(['a', 'b']);
    expect(await pressed(recovery, PERSON, 'x')).toBe(
      'De 2 riegos faltan 18 min; empezaría 27 nov, 23:10. Toca «Recuperar» otra vez en 10 minutos para aceptarlo.',
    );
    expect(planned).toEqual([]);
    expect(await pressed(recovery, PERSON, 'y', AT + 4_000)).toBe(
      'Se recuperarán 2 riegos: el primero empieza 27 nov, 23:10.',
    );
    expect(planned).toEqual([
      ['a', 'y-0'],
      ['b', 'y-1'],
    ]);
  });

  it('is accepted by the one who was shown it, while that is new', async () => {
    const { recovery, planned } = automation(['a']);
    await pressed(recovery, PERSON, 'x');
    expect(await pressed(recovery, { ...PERSON, usuario_id: 6 }, 'y', AT + 4_000)).toMatch(/^Faltan 9 min; /);
    expect(await pressed(recovery, PERSON, 'z', AT + 600_001)).toMatch(/^Faltan 9 min; /);
    expect(planned).toEqual([]);
  });

  it('is not accepted before it can have been read, by a double tap or a press that its client repeats', async () => {
    const { recovery, planned } = automation(['a']);
    await pressed(recovery, PERSON, 'x');
    expect(await pressed(recovery, PERSON, 'x2', AT + 800)).toMatch(/^Faltan 9 min; /);
    // Telegram takes no answer to a press that is too old: the person saw nothing.
    await recovery.press({ ...PERSON, usuario_id: 6 }, asked, 'y', AT);
    expect(await pressed(recovery, { ...PERSON, usuario_id: 6 }, 'y2', AT + 60_000)).toMatch(/^Faltan 9 min; /);
    expect(planned).toEqual([]);
    expect(await pressed(recovery, PERSON, 'x3', AT + 4_000)).toMatch(/^Se recuperará/);
  });

  it('leaves out what cannot be made up for, and says why when nothing can', async () => {
    const { recovery } = automation(['a', 'b'], ['a']);
    expect(await pressed(recovery, PERSON, 'x')).toMatch(/^Faltan 9 min; /);
    const none = automation(['a'], ['a']).recovery;
    await expect(none.press(PERSON, asked, 'x')).rejects.toMatchObject({ texto: 'Ya se recupera.' });
    expect(await pressed(automation([]).recovery, PERSON, 'x')).toBe('Ya terminó: no hay nada que hacer.');
  });
});
