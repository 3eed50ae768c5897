import type { Switch } from '@acequia/contracts';
import { screen, within } from '@testing-library/react';
import { adminServer, dialog, label, openConsole } from '../../../test/console.js';
import { EMPRESA, OTHER_EMPRESA, placa } from '../../../test/records.js';
import type { Server } from '../../../test/server.js';

export const server = (...stored: Switch[]) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('placas.listar', [placa()])
    .answer('switches.bloqueos', [])
    .answer('switches.listar', stored)
    // The way back leads to the dashboard, which asks at once on a quick machine and later on a busy one.
    .answer('switches.panel', [])
    .answer('dispositivos.listar', [])
    .answer('comandos.listar', [])
    .answer('situacion.pulso', [])
    .answer('situacion.riego', { agua: [], turnos: [], otros: 0 });
export const SAVED = { switches: [], avisos: [] };
type Place = ReturnType<typeof within>;
export const group = (place: Place, name: string) => within(place.getByRole('group', { name }));

async function open(from: Server, button: string, title: string) {
  const opened = openConsole('/switches', from);
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: button }));
  const form = await dialog(title);
  const type = async (field: string, text: string | number, place: Place = form) => {
    await user.clear(place.getByLabelText(label(field)));
    if (text !== '') await user.type(place.getByLabelText(label(field)), String(text));
  };
  const relay = async (place: Place, nombre: string, tipo: string, pin: number) => {
    const single = place.queryByLabelText(label('Nombre Switch')) !== null;
    await type(single ? 'Nombre Switch' : 'Nombre', nombre, place);
    await user.selectOptions(place.getByLabelText(label(single ? 'Tipo Switch' : 'Tipo')), tipo);
    await type('Pin ESP32', pin, place);
  };
  const count = async (pairs: number | '', singles?: number) => {
    await type('¿Cuántos pares de switches en el panel?', pairs);
    if (singles !== undefined) await type('¿Cuántos switches individuales?', singles);
  };
  /** One switch on the board of that number. */
  const single = async (board: number, nombre: string) => {
    await type('ID Dispositivo (ESP32)', board);
    await type('Sitio / Ubicación (opcional)', 'Norte');
    await count(0, 1);
    await relay(group(form, 'Switch Individual #1'), nombre, 'motor', 23);
  };
  const save = () => user.click(form.getByRole('button', { name: 'Guardar' }));
  return { ...opened, form, type, relay, count, single, save };
}
export const create = (...stored: Switch[]) =>
  open(server(...stored), 'Nuevo switch / panel', 'Nuevo Panel de Switches');
export const edit = (one: Switch, from = server(one)) => open(from, `Editar ${one.nombre}`, 'Editar Switch');
