import type { PreviousTurno, Programa } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole, userServer } from '../../test/console.js';
import { empresa, EMPRESA, END_USER, liveSwitch, switchOf, turnoOf } from '../../test/records.js';

/** 06:00 in Mexico City. */
const AT = Date.parse('2026-06-10T12:00:00Z');
const PROGRAM: Programa = {
  id: 3,
  empresa_id: EMPRESA.id,
  nombre: 'Pulsos',
  activo: 1,
  pausado: 0,
  proximo: null,
  vias: [],
  pendiente: 0,
  version: 1,
  dias: ['lun'],
  inicios: ['05:00'],
  pasos: [{ switch_id: 41, duracion_s: 300 }],
  sin_conexion: 'regar',
};
const turno = (switch_id: number, inicio: number, segundos: number): PreviousTurno => ({
  turno_id: `3-${inicio / 1_000}-s${switch_id}`,
  switch_id,
  dispositivo_id: null,
  inicio,
  segundos,
  volumen_m3: null,
  hasta_humedad: null,
  via: 'placa',
});
const ITS_DAY = '/panel/programas?dia=2026-06-10';
const TURNO = turnoOf({ switch_id: 41, inicio: AT, segundos: 300 });
const TURNS = [turno(41, AT, 300), turno(42, AT + 300_000, 1_500)];

const server = () =>
  userServer()
    .answer('switches.de_usuario', [
      liveSwitch({ placa_online: 0 }),
      liveSwitch({ id: 42, nombre: 'Válvula A2', placa_online: 0 }),
    ])
    .answer('dispositivos.de_usuario', [])
    .answer('programas.listar', [PROGRAM])
    .answer('turnos.listar', [])
    .answer('programas.por_ejecutar', TURNS)
    .answer('programas.ejecutar', [TURNO]);

describe('Regar ahora', () => {
  it('says of a step by volume its m³ and its longest time', async () => {
    const measured = { ...turno(41, AT, 7_200), volumen_m3: 20 };
    const { user } = openConsole('/panel/programas', server().answer('programas.por_ejecutar', [measured]), END_USER);
    await user.click(await screen.findByRole('button', { name: 'Regar ahora' }));
    const question = await dialog('¿Regar ahora «Pulsos»?');
    await question.findByText('20 m³ (máx. 2 h) · 06:00–08:00');
  });

  it('opens nothing before the person saw what would open, for how long and until when', async () => {
    const { server: one, user } = openConsole('/panel/programas', server(), END_USER);
    await user.click(await screen.findByRole('button', { name: 'Regar ahora' }));
    const question = await dialog('¿Regar ahora «Pulsos»?');
    await question.findByText('Sector 1 - Válvula A1');
    question.getByText('5 min · 06:00–06:05');
    question.getByText('25 min · 06:05–06:30');
    question.getByText('Termina a las 06:30.');
    expect(one.writings).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Regar ahora' }));
    await waitFor(() => expect(one.writings).toMatchObject([{ name: 'programas.ejecutar', params: { id: '3' } }]));
    await screen.findByText('El programa empieza ahora');
  });

  it('says that nothing began where the last switch was turned off meanwhile', async () => {
    const one = server().answer('programas.ejecutar', [{ ...TURNO, estado: 'omitido' }]);
    const { user } = openConsole('/panel/programas', one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Regar ahora' }));
    const question = await dialog('¿Regar ahora «Pulsos»?');
    await user.click(await question.findByRole('button', { name: 'Regar ahora' }));
    await screen.findByText('El programa no encendió nada');
  });

  it('says of a start without an answer that it may have begun', async () => {
    const one = server().answer('programas.ejecutar', () => Promise.reject(new TypeError('Failed to fetch')));
    const { user } = openConsole('/panel/programas', one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Regar ahora' }));
    const question = await dialog('¿Regar ahora «Pulsos»?');
    await question.findByText('Sector 1 - Válvula A1');
    await user.click(question.getByRole('button', { name: 'Regar ahora' }));
    await screen.findByText(/Puede que sí se haya hecho: revísalo antes de repetir\.$/);
  });

  it('opens nothing where it is not known what would open', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = server().refuse('programas.por_ejecutar');
    const { user } = openConsole('/panel/programas', one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Regar ahora' }));
    const question = await dialog('¿Regar ahora «Pulsos»?');
    await question.findByText(/^No se pudo leer qué encendería/);
    expect(question.getByRole('button', { name: 'Regar ahora' })).toBeDisabled();
    await user.click(question.getByRole('button', { name: 'Cancelar' }));
    expect(one.writings).toEqual([]);
  });

  it('names by its number a switch that the company’s list does not hold', async () => {
    const one = adminServer()
      .answer('empresas.seleccion', [EMPRESA])
      .answer('empresas.listar', [empresa()])
      .answer('switches.listar', [switchOf()])
      .answer('dispositivos.listar', [])
      .answer('placas.listar', [])
      .answer('programas.listar', [PROGRAM])
      .answer('no_regar.listar', [])
      .answer('programas.por_ejecutar', TURNS);
    const { user } = openConsole('/programas', one);
    await user.click(await screen.findByRole('button', { name: 'Opciones de Pulsos' }));
    await user.click((await dialog('Pulsos')).getByRole('button', { name: 'Regar ahora' }));
    const question = await dialog('¿Regar ahora «Pulsos»?');
    await question.findByText('Sector 1 - Válvula A1');
    question.getByText('#42');
  });

  it('asks whether the step alone or all of the irrigation is stopped, and tells that a longer step overlaps the next one', async () => {
    const of = (switch_id: number, changes: object) => ({
      turno_id: `3-1-s${switch_id}`,
      programa_id: 3,
      programa_nombre: 'Pulsos',
      empresa_id: EMPRESA.id,
      switch_id,
      dispositivo_id: null,
      riego: AT,
      inicio: AT,
      segundos: 300,
      via: 'placa',
      real_inicio: null,
      real_segundos: null,
      estado: 'previsto',
      motivo: null,
      manual: 0,
      pendiente: 0,
      litros: null,
      ...changes,
    });
    const later = { turno_id: '3-2-s43', riego: AT + 7_200_000, inicio: AT + 7_200_000 };
    const running = of(41, { estado: 'en_curso', real_inicio: AT });
    const one = server()
      .answer('turnos.listar', [running, of(42, { inicio: AT + 300_000 }), of(43, later)])
      .answer('turnos.alargar', running)
      .answer('turnos.detener', running);
    const { user } = openConsole(ITS_DAY, one, END_USER);
    const line = within(
      (await screen.findByRole('button', { name: '+10 min a Sector 1 - Válvula A1' })).closest('li')!,
    );
    await user.click(line.getByRole('button', { name: /^\+10 min/ }));
    await screen.findByText(/^El paso siguiente empieza igual a las \d\d:\d\d: los dos estarán encendidos a la vez\.$/);
    await user.click(line.getByRole('button', { name: /^Detener/ }));
    const question = within(await screen.findByRole('dialog', { name: '¿Detener Sector 1 - Válvula A1?' }));
    question.getByText(/«Pulsos» todavía riega o tiene previsto un paso más/);
    await user.click(question.getByRole('button', { name: 'Todo el riego' }));
    await waitFor(() => expect(one.writings.map(({ name }) => name)).toEqual(['turnos.alargar', 'turnos.detener']));
    expect(one.writings.at(-1)).toMatchObject({ body: { todo: 1 } });
  });
});

describe('Recuperar', () => {
  const lost = {
    turno_id: `3-${AT / 1_000}-s41`,
    programa_id: 3,
    programa_nombre: 'Pulsos',
    empresa_id: EMPRESA.id,
    switch_id: 41,
    dispositivo_id: null,
    riego: AT,
    inicio: AT,
    segundos: 300,
    via: 'placa',
    real_inicio: null,
    real_segundos: null,
    estado: 'perdido',
    motivo: null,
    manual: 0,
    pendiente: 0,
    litros: null,
  } as const;
  const recovery = { ...lost, turno_id: '3-9-s41', estado: 'previsto', recupera: lost.turno_id } as const;

  it('plans nothing before the person saw how much is missing and when it would be watered', async () => {
    const one = server()
      .answer('turnos.listar', [lost])
      .answer('turnos.por_recuperar', { falta_s: 300, turnos: [turno(41, AT + 3_600_000, 300)] })
      .answer('turnos.recuperar', recovery);
    const { user } = openConsole(ITS_DAY, one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Recuperar Sector 1 - Válvula A1' }));
    const question = within(await screen.findByRole('dialog', { name: '¿Recuperar Sector 1 - Válvula A1?' }));
    await question.findByText('Le faltaron 5 min. Se regaría:');
    question.getByText('5 min · 10/06/2026 07:00–07:05');
    expect(one.writings).toEqual([]);
    one.answer('turnos.listar', [lost, recovery]);
    await user.click(question.getByRole('button', { name: 'Recuperar' }));
    await waitFor(() => expect(one.writings).toMatchObject([{ name: 'turnos.recuperar' }]));
    await screen.findByText('Recupera lo que faltó del 10/06/2026 06:00');
    expect(screen.queryByRole('button', { name: 'Recuperar Sector 1 - Válvula A1' })).toBeNull();
  });

  it('says why a turn cannot be made up for', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = server().answer('turnos.listar', [lost]).refuse('turnos.por_recuperar', 'no_recuperable');
    const { user } = openConsole(ITS_DAY, one, END_USER);
    await user.click(await screen.findByRole('button', { name: 'Recuperar Sector 1 - Válvula A1' }));
    await screen.findByText(/^Este turno no se puede recuperar/);
  });
});
