import type { Descarte, PlacaDetalle } from '@acequia/contracts';
import { allDone, doneSteps, nextStep, signalOf } from './steps.js';

const silent: PlacaDetalle = { placa_id: 1, online: 0, ts: null, pines: [], sensores: [], enlaces: [] };
const heard: PlacaDetalle = {
  ...silent,
  online: 1,
  ts: 200,
  pines: [{ pin: 4, estado: 1, ts: 200 }],
  sensores: [{ pin: 15, temperatura: 21.5, humedad: null, ts: 150 }],
};
const refused = (ts: number): Descarte => ({
  id: '1',
  placa_id: 1,
  motivo: 'json_invalido',
  detalle: '',
  topico: 'acequia/v1/1/telemetry',
  contenido: '{basura',
  ts,
});

describe('the first steps of a company', () => {
  it('are done as far as the farm shows it', () => {
    const empty = { placas: 0, heard: false, switches: 0, reported: false, assigned: 0 };
    expect(nextStep(doneSteps(empty))).toBe('register');
    const registered = { ...empty, placas: 1 };
    expect(nextStep(doneSteps(registered))).toBe('connect');
    const connected = { ...registered, heard: true };
    expect(nextStep(doneSteps(connected))).toBe('pins');
    const named = { ...connected, switches: 1 };
    expect(nextStep(doneSteps(named))).toBe('reading');
    const all = doneSteps({ ...named, reported: true, assigned: 1 });
    expect(nextStep(all)).toBeNull();
    expect(allDone(all)).toBe(true);
  });

  it('are neither done nor left while that is not known', () => {
    const done = doneSteps({ placas: 1, heard: null, switches: 1, reported: null, assigned: 1 });
    expect(nextStep(done)).toBeNull();
    expect(allDone(done)).toBe(false);
  });
});

describe('the first signal', () => {
  it('is waited for, also when the board is connected and says nothing', () => {
    expect(signalOf(silent, [])).toEqual({ kind: 'waiting', connected: false });
    expect(signalOf({ ...silent, online: 1 }, [])).toEqual({ kind: 'waiting', connected: true });
  });

  it('shows what the board said', () => {
    expect(signalOf(heard, [refused(100)])).toEqual({
      kind: 'received',
      payload: '{"pins":{"4":1},"sensors":{"15":{"t":21.5,"h":null}}}',
      ts: 200,
    });
  });

  it('is the discarded message when that is the newer one', () => {
    expect(signalOf(silent, [refused(100)])).toEqual({ kind: 'discarded', descarte: refused(100) });
    expect(signalOf(heard, [refused(300), refused(100)])).toEqual({ kind: 'discarded', descarte: refused(300) });
  });
});
