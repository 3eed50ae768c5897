import { describe, expect, it } from '@jest/globals';
import type { Firmware, PlacaSalud } from '@acequia/contracts';
import { type Revs, saidByForeign, saidByOwn } from './said.js';

const MINUTE = 60_000;
const SAME: Revs = { sent: [3, 8, null], taken: [3, 8, 5] };

const health = (
  actualizacion: Omit<NonNullable<PlacaSalud['actualizacion']>, 'at' | 'ts'>,
  version = '2.1.0',
): PlacaSalud => ({
  muestras_perdidas: 0,
  turnos_perdidos: 0,
  tabla: 2,
  instalacion_anterior: [],
  imagen: { version, model: 'acequia-placa', slot: 1, floor: 3, trial: 0 },
  actualizacion: { ...actualizacion, at: 4_096, ts: 0 },
});

describe('what a board of ours says of an attempt', () => {
  const said = (salud: PlacaSalud | null, { revs = SAME, proven = false, now = 0 } = {}) =>
    saidByOwn(41, '2.1.0', salud, revs, proven, now);

  it('is its end once it runs that version with what it was sent', () => {
    expect(said(null)).toBeNull();
    expect(said(health({ id: 40, phase: 'failed', why: 'sha256' }))).toBeNull();
    expect(said(health({ id: 41, phase: 'trial' }))).toBeNull();
    expect(said(health({ id: 41, phase: 'done' }))).toBe('done');
    expect(said(health({ id: 41, phase: 'done' }, '2.0.9'))).toEqual({ motivo: 'version' });
    expect(said(health({ id: 41, phase: 'failed', why: 'rolled_back' }))).toEqual({ motivo: 'rolled_back' });
    expect(said(health({ id: 41, phase: 'failed', why: 'busy' }))).toBe('busy');
  });

  it('is a failure when its plans differ for longer than they take to arrive, and no longer once it has ended well', () => {
    const done = health({ id: 41, phase: 'done' });
    const revs = { sent: [3, 9, null], taken: [3, 8, null] };
    expect(said(done, { revs, now: MINUTE })).toBeNull();
    expect(said(done, { revs, now: 4 * MINUTE })).toEqual({ motivo: 'plan' });
    expect(said(done, { revs, now: 4 * MINUTE, proven: true })).toBeNull();
  });
});

describe('what a board with another firmware says of an attempt', () => {
  const URL: Firmware = { tipo: 'url', url: 'http://10.0.0.5/tasmota.bin.gz', version: '14.2.0' };
  const said = (informe: Parameters<typeof saidByForeign>[0], firmware: Firmware = URL, now = 0) =>
    saidByForeign(informe, firmware, now);

  it('is its end once it runs the version, past what a Tasmota runs in between', () => {
    expect(said(null)).toBeNull();
    expect(said({ fase: 'restarting', exito: true, ts: 0 })).toBeNull();
    expect(said({ exito: true, version: '14.2.0(minimal)', ts: 0 }, URL, 9 * MINUTE)).toBeNull();
    expect(said({ exito: true, version: '14.2.0(tasmota)', ts: 0 })).toBe('done');
    expect(said({ arranco: true, version: '14.2.0', ts: 0 })).toBe('done');
    expect(said({ arranco: true, version: '14.2.01', ts: 0 }, URL, MINUTE)).toBeNull();
    expect(said({ arranco: true, version: '13.1.0(tasmota)', ts: 0 }, URL, 4 * MINUTE)).toEqual({ motivo: 'version' });
    expect(said({ fase: 'failed', detalle: 'Failed HTTP', ts: 0 })).toEqual({ motivo: 'rechazo' });
  });

  it('leaves a Shelly alone that has nothing newer, and takes its word for the newest', () => {
    const stable: Firmware = { tipo: 'estable' };
    expect(said({ rechazo: true, detalle: '-114', ts: 0 }, stable)).toEqual({ motivo: 'rechazo', omitida: true });
    expect(said({ rechazo: true, detalle: '-103', ts: 0 })).toEqual({ motivo: 'rechazo' });
    expect(said({ arranco: true, version: '1.4.4', ts: 0 }, stable)).toBeNull();
    expect(said({ exito: true, version: '1.4.4', ts: 0 }, stable)).toBe('done');
  });
});
