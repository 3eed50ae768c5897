import type { UsuarioDeSesion } from '@acequia/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { adminServer, answerQuestion, dialog, label, openConsole, ROOT_USER } from '../test/console.js';
import { EMPRESA, placa } from '../test/records.js';
import type { Server } from '../test/server.js';
import { queryClient } from './http/query-client.js';
import { readUsuario } from './session.js';

const PERSON: UsuarioDeSesion = {
  ...ROOT_USER,
  rol: 'admin_empresa',
  empresa_id: EMPRESA.id,
  empresa_nombre: EMPRESA.nombre,
};
const OWN = ['cuenta.leer'];
const AT = Date.parse('2026-06-10T02:00:00Z');

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('avisos.silencios', [])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [])
    .answer('avisos.listar', [
      {
        id: 1,
        empresa_id: EMPRESA.id,
        tipo: 'placa_sin_conexion',
        severidad: 'alta',
        estado: 'disparado',
        desde: AT,
        hasta: null,
        texto: 'Placa 1 sin conexión',
        placa_id: null,
        switch_id: null,
        dispositivo_id: null,
        sitio: null,
        reconocido_por: null,
        reconocido_ts: null,
        nota: null,
        veces: 1,
        silenciado: 0,
        entrega: null,
      },
    ]);

/** The company's zone changes, and the console learns of it. */
async function moveCompany(one: Server): Promise<void> {
  // A read that still runs would bring the old zone, and another is not begun beside it.
  await waitFor(() => expect(queryClient.getQueryData(OWN)).toBeDefined());
  one.answer('cuenta.leer', { ...PERSON, zona_horaria: 'Asia/Kolkata' });
  await act(() => queryClient.refetchQueries({ queryKey: OWN }));
}

describe('a person whose company changed its time zone since they logged in', () => {
  it('sees its hours in the new zone after a reload', async () => {
    openConsole('/avisos', server().answer('cuenta.leer', { ...PERSON, zona_horaria: 'Asia/Kolkata' }), PERSON);
    await screen.findByText(/^Desde 10\/06\/2026 07:30/);
    expect(readUsuario()?.zona_horaria).toBe('Asia/Kolkata');
  });

  it('sees them on an open screen too, and its data is read again', async () => {
    const { server: one } = openConsole('/avisos', server(), PERSON);
    await screen.findByText(/^Desde 09\/06\/2026 20:00/);
    const reads = () => one.sent.filter(({ name }) => name === 'avisos.silencios').length;
    const before = reads();
    await moveCompany(one);
    await screen.findByText(/^Desde 10\/06\/2026 07:30/);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it('loses nothing half written, and sees the new zone once that is closed', async () => {
    const silence = {
      id: 1,
      empresa_id: EMPRESA.id,
      desde: 1,
      hasta: AT,
      motivo: 'Obra',
      usuario_nombre: 'Ana',
      placa_id: null,
      switch_id: null,
      dispositivo_id: null,
      sitio: null,
    };
    const silences = server().answer('avisos.silencios', [silence]);
    const { server: one, user } = openConsole('/avisos/silencios', silences, PERSON);
    await screen.findByText(/09\/06\/2026 20:00/);
    await user.click(await screen.findByRole('button', { name: 'Nuevo silencio' }));
    const form = await dialog('Nuevo silencio');
    const reason = form.getByLabelText(label('Motivo'));
    await user.type(reason, 'Mantenimiento');
    await moveCompany(one);
    expect(reason).toBeInTheDocument();
    expect(reason).toHaveValue('Mantenimiento');
    // A time that is written in the form is still one of the old zone.
    expect(readUsuario()?.zona_horaria).toBe(PERSON.zona_horaria);
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await answerQuestion(user, '¿Descartar los cambios sin guardar?', 'Descartar');
    await screen.findByText(/10\/06\/2026 07:30/);
    expect(readUsuario()?.zona_horaria).toBe('Asia/Kolkata');
  });

  it("keeps a board's password that is shown once", async () => {
    const { id, placa_id } = placa();
    const one = server()
      .answer('placas.listar', [placa({ switches: 0 })])
      .answer('placas.direccion', { url: 'mqtt://granja.example:1884', puerto: null, broker_externo: 0 })
      .answer('placas.detalle', { placa_id, online: 0, ts: null, pines: [], sensores: [], enlaces: [] })
      .answer('placas.descartes', [])
      .answer('switches.panel', [])
      .answer('placas.renovar_credencial', () => ({
        id,
        placa_id,
        username: String(id),
        password: 'clave-nueva',
        dialecto: 'acequia',
      }));
    const { user } = openConsole('/alta', one, PERSON);
    await user.click(await screen.findByRole('button', { name: 'Nuevas credenciales' }));
    const password = await screen.findByText('clave-nueva');
    await moveCompany(one);
    expect(password).toBeInTheDocument();
  });
});
