import type { UsuarioDeSesion } from '@acequia/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole, ROOT_USER } from '../test/console.js';
import { EMPRESA } from '../test/records.js';
import { queryClient } from './http/query-client.js';
import { readUsuario } from './session.js';

const PERSON: UsuarioDeSesion = {
  ...ROOT_USER,
  ...{ rol: 'admin_empresa', empresa_id: EMPRESA.id, empresa_nombre: EMPRESA.nombre },
};
const AT = Date.parse('2026-06-10T02:00:00Z');

const server = () =>
  adminServer()
    .answer('avisos.silencios', [])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [])
    .answer('avisos.listar', [
      {
        ...{ id: 1, empresa_id: EMPRESA.id, tipo: 'placa_sin_conexion', severidad: 'alta', estado: 'disparado' },
        ...{ desde: AT, hasta: null, texto: 'Placa 1 sin conexión', placa_id: null, switch_id: null },
        ...{ dispositivo_id: null, sitio: null, reconocido_por: null, reconocido_ts: null, nota: null, veces: 1 },
        ...{ silenciado: 0, entrega: null },
      },
    ]);

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
    one.answer('cuenta.leer', { ...PERSON, zona_horaria: 'Asia/Kolkata' });
    await act(() => queryClient.refetchQueries({ queryKey: ['cuenta.leer'] }));
    await screen.findByText(/^Desde 10\/06\/2026 07:30/);
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });
});
