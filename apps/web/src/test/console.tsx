import type { SwitchEnVivo, UsuarioDeSesion } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { act, render, screen, waitFor, within, type BoundFunctions, type queries } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Providers } from '../app/providers.js';
import { routes } from '../app/routes.js';
import { setRouter } from '../lib/router.js';
import { storeSession } from '../lib/session.js';
import { NO_POINTS } from './records.js';
import { Server } from './server.js';

export const ROOT_USER: UsuarioDeSesion = {
  id: 1,
  nombre: 'Raíz',
  email: 'raiz@acequia.test',
  rol: 'admin_global',
  empresa_id: null,
  empresa_nombre: null,
  zona_horaria: 'America/Mexico_City',
};

export interface OpenConsole {
  server: Server;
  user: UserEvent;
  /** Path and query of the current screen. */
  at: () => string;
}

/** Opens the console at a path, with its own routes, guards and frame, for a person (null: nobody) and a server of the test. */
export function openConsole(path: string, server: Server, person: UsuarioDeSesion | null = ROOT_USER): OpenConsole {
  if (person) storeSession('token-of-the-test', person);
  if (person && !server.answers('cuenta.leer')) server.answer('cuenta.leer', person);
  globalThis.fetch = server.fetch as typeof fetch;
  const router = setRouter(createMemoryRouter(routes, { initialEntries: [path] }));
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  const at = () => router.state.location.pathname + router.state.location.search;
  return { server, user: fastTypist(), at };
}

/**
 * A person who waits for what is not usable yet, as its data may be on their way, and writes all of a text at once: letter by letter, the
 * screen would be drawn for each of them.
 */
function fastTypist(): UserEvent {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  const click: UserEvent['click'] = async (element) => {
    await usable(element);
    await user.click(element);
  };
  const selectOptions: UserEvent['selectOptions'] = async (select, values) => {
    await usable(select);
    await user.selectOptions(select, values);
  };
  const upload: UserEvent['upload'] = async (element, file) => {
    await usable(element as HTMLElement);
    await user.upload(element, file);
  };
  const type: UserEvent['type'] = async (element, text) => {
    await click(element);
    await user.paste(text);
  };
  return { ...user, click, selectOptions, upload, type };
}

const usable = (element: Element): Promise<void> => waitFor(() => expect(element).toBeEnabled());

/** Once no dialog is open. */
export const dialogsClosed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Chooses another company in the frame. */
export async function chooseEmpresa(user: UserEvent, nombre: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Empresa: / }));
  const picker = await dialog('Elegir empresa');
  await user.click(await picker.findByRole('option', { name: (name) => name.startsWith(nombre) }));
}

/** A server on which the frame of every administrator works; a test adds the answers of its screen. */
export const adminServer = (): Server =>
  new Server()
    .answer('salud', { status: 'ok' })
    .answer('avisos.listar', [])
    .answer('usuarios.listar', [])
    .answer('usuarios.segundo_paso', { exigido: 0, usuarios: [] })
    .answer('cuenta.segundo_paso', { desde: null, respaldos: 0, exigido: 0 })
    .answer('cuenta.telefono', { numero: null, desde: null, pendiente: null, disponible: 0 })
    .answer('cuenta.descanso', { descanso_desde: null, descanso_hasta: null, descanso_severidad: 'critica' })
    .answer('guardia.turno', [])
    .answer('guardia.condiciones', [])
    .answer('guardia.leer', ({ query }: { query: Record<string, string> }) => ({
      empresa_id: Number(query['empresa_id']) || null,
      personas: [],
      semanas: [],
      dia: 1,
      hora: '07:00',
      severidad_minima: 'alta',
      escalar_min: 10,
    }))
    .answer('turnos.caudales', [])
    .answer('cuenta.sesiones', [])
    .answer('puntos.listar', [])
    .answer('puntos.sin_usar', [])
    .answer('clima.listar', [])
    .answer('empresas.seleccion', [])
    .answer('empresas.listar', []);

/** A server on which the frame of every usuario works. */
export const userServer = (): Server => new Server().answer('salud', { status: 'ok' }).answer('avisos.listar', []);

/** The same, with these switches, and the answers of a switch's page: nothing happened. */
export const switchServer = (...switches: SwitchEnVivo[]): Server =>
  userServer()
    .answer('switches.de_usuario', switches)
    .answer('historial.eventos', [])
    .answer('comandos.listar', [])
    .answer('clima.mandos', [])
    .answer('turnos.listar', [])
    .answer('historial.serie', NO_POINTS)
    .answer('historial.puntos', [])
    .answer('historial.encendido', []);

export const row = async (text: string | RegExp): Promise<HTMLElement> => {
  const cell = await screen.findByText(text);
  return cell.closest('[role=row], tr')!;
};

/**
 * The dialog, or question, of that title, with its queries. A dialog takes its place above the others in the frame after it appears: a
 * press before that counts as a press outside the dialog below, and closes that one.
 */
export async function dialog(
  name: string,
  role: 'dialog' | 'alertdialog' = 'dialog',
): Promise<BoundFunctions<typeof queries>> {
  await screen.findByRole(role, { name });
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  return within(screen.getByRole(role, { name }));
}

const texts = (all: Iterable<Element>): string[] =>
  Array.from(all, ({ textContent }) => (textContent ?? '').replace('*', '').trim());

/** Column titles of the screen's table, from left to right. */
export const columns = (): string[] => texts(screen.getAllByRole('columnheader'));

/** Labels of the open dialog's fields, or of those in a part of it, from top to bottom, without the mark of the required ones. */
export const labels = (place = screen.getByRole('dialog')): string[] => texts(place.querySelectorAll('label'));

/** Texts of the open dialog's buttons; a button with only an icon has none. */
export const buttons = (): string[] => texts(within(screen.getByRole('dialog')).getAllByRole('button')).filter(Boolean);

/** The label of a field, with or without the mark of a required one. */
export const label = (text: string) => (written: string) => written.replace('*', '').trim() === text;

/** Answers the question with the button of that name. */
export async function answerQuestion(user: UserEvent, question: string, button: string): Promise<void> {
  const prompt = await dialog(question, 'alertdialog');
  await user.click(prompt.getByRole('button', { name: button }));
  // Until it is gone, what lies behind it takes no click.
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: question })).toBeNull());
}

/** Names of the files that the page saves from now on. */
export function savedFiles(): string[] {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
