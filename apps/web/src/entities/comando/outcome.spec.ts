import type { Comando, EstadoComando } from '@acequia/contracts';
import { withOutcome } from './outcome.js';

const row = (comando_id: string, estado: EstadoComando) => ({ comando_id, estado, detalle: null }) as Comando;
const states = (rows: readonly Comando[]): EstadoComando[] => rows.map(({ estado }) => estado);

describe('what a live message says of an order', () => {
  it('is shown, and leaves the others', () => {
    const rows = withOutcome([row('a', 'solicitado'), row('b', 'solicitado')], row('a', 'enviado'));
    expect(states(rows)).toEqual(['enviado', 'solicitado']);
  });

  it('changes nothing when a later one came first', () => {
    expect(states(withOutcome([row('a', 'confirmado')], row('a', 'solicitado')))).toEqual(['confirmado']);
    expect(states(withOutcome([row('a', 'enviado')], row('a', 'solicitado')))).toEqual(['enviado']);
  });

  it('replaces an unknown outcome', () => {
    expect(states(withOutcome([row('a', 'sin_respuesta')], row('a', 'confirmado')))).toEqual(['confirmado']);
  });
});
