import { jest } from '@jest/globals';
import type { Turno } from '@acequia/contracts';
import { queryClient } from '../../lib/http/query-client.js';
import { storeSession } from '../../lib/session.js';
import { END_USER, turnoOf } from '../../test/records.js';
import { Server } from '../../test/server.js';
import { turnsOfSwitch } from './of-switch.js';
import { turnosOf } from './turnos.js';

const MINUTE = 60_000;
/** Midnight in the person's zone, Mexico City. */
const MIDNIGHT = Date.parse('2026-11-24T06:00:00Z');

const turno = (turno_id: string, inicio: number, changes: Partial<Turno> = {}) =>
  turnoOf({ turno_id, inicio, segundos: 1_500, ...changes });
const start = MIDNIGHT - 5 * MINUTE;
const running = turno('noche', start, { estado: 'en_curso', real_inicio: start });
const inTheMorning = turno('manana', MIDNIGHT + 6 * 60 * MINUTE);

const dayOf = (ts: number): string => new Date(ts).toLocaleDateString('sv-SE', { timeZone: END_USER.zona_horaria });
/** Answers like automation: with the turns that start on the days asked for, by default today. */
const server = new Server().answer('turnos.listar', ({ query }: { query: { desde?: string; hasta?: string } }) => {
  const { desde = dayOf(Date.now()), hasta = desde } = query;
  return [running, inTheMorning].filter(({ inicio }) => desde <= dayOf(inicio) && dayOf(inicio) <= hasta);
});

it.each([
  ['before', -MINUTE],
  ['after', MINUTE],
])('a minute %s midnight, a switch has the turn it is in and the one of the morning', async (_when, offset) => {
  jest.spyOn(Date, 'now').mockReturnValue(MIDNIGHT + offset);
  storeSession('token-of-the-test', END_USER);
  globalThis.fetch = server.fetch as typeof fetch;
  const turns = turnsOfSwitch(await queryClient.fetchQuery(turnosOf()), 41, Date.now());
  expect([turns.current?.turno_id, turns.next?.turno_id]).toEqual(['noche', 'manana']);
});
